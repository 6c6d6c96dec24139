//! A glance at a run: do both ends of its chain hold? It takes as long for millions of games as for ten.

use rusqlite::Connection;

use super::check::ChainCheck;
use super::fault::{RunDamage, Stop};
use super::hash_chain::ChainTail;

/// Entries of an end: the configuration and the first sittings, or what came last.
const END: u64 = 16;

/// The first fault at either end of the chain; that there is none says nothing of what is between.
pub(super) fn glance(connection: &Connection) -> rusqlite::Result<Option<RunDamage>> {
    // Of one moment, since it may be written meanwhile.
    let moment = connection.unchecked_transaction()?;
    match ChainCheck::new(&moment)?.ends() {
        Ok(()) => Ok(None),
        Err(Stop::Fault(fault)) => Ok(Some(fault)),
        Err(Stop::Sql(error)) => Err(error),
    }
}

impl ChainCheck<'_> {
    /// Both ends of the chain, of a run that nobody changes meanwhile.
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

    /// The entries of an end, from this one.
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
