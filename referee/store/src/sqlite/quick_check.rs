//! Checks both ends of a run's hash chain; that takes as long for millions of games as for ten.

use rusqlite::Connection;

use super::check::ChainCheck;
use super::fault::{RunDamage, Stop};
use super::hash_chain::ChainTail;

/// Number of entries at each end: the config revision and the first sessions, or the latest entries.
const END: u64 = 16;

/// Returns the first fault at either end of the chain; `None` says nothing about the entries between.
pub(super) fn glance(connection: &Connection) -> rusqlite::Result<Option<RunDamage>> {
    // A transaction reads one state, even if another process writes meanwhile.
    let moment = connection.unchecked_transaction()?;
    match ChainCheck::new(&moment)?.ends() {
        Ok(()) => Ok(None),
        Err(Stop::Fault(fault)) => Ok(Some(fault)),
        Err(Stop::Sql(error)) => Err(error),
    }
}

impl ChainCheck<'_> {
    /// Checks both ends of the chain; no process may change the run meanwhile.
    pub(super) fn ends(&mut self) -> Result<(), Stop> {
        let length = ChainTail::stored(self.connection)?.length;
        self.some(0)?;
        let tail = length.saturating_sub(END);
        self.chain = ChainTail::before(self.connection, tail)?;
        let ruled = "SELECT count(*) FROM chain WHERE seq >= ? AND kind = 'ruling'";
        let ruled: usize = self.connection.query_row(ruled, [tail], |row| row.get(0))?;
        self.ruled = self.rulings.len().saturating_sub(ruled);
        self.some(tail)
    }

    /// Checks the entries of one end, from this one on.
    fn some(&mut self, first: u64) -> Result<(), Stop> {
        let entries = "SELECT seq, kind, number, attempt, hash FROM chain \
                       WHERE seq >= ? ORDER BY seq LIMIT ?";
        let mut entries = self.connection.prepare_cached(entries)?;
        let mut rows = entries.query((first, END))?;
        while let Some(row) = rows.next()? {
            self.holds(row)?;
        }
        Ok(())
    }
}
