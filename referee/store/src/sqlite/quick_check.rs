//! Checks what can be checked in a moment, however many games a run has: the config revisions, sessions and
//! rulings, the latest entries of the hash chain, and that the chain doesn't end too early.

use rusqlite::Connection;

use super::check::ChainCheck;
use super::fault::{RunDamage, Stop, game, run};
use super::hash_chain::ChainTail;
use super::schema;

/// Number of latest entries that are checked.
const LATEST: u64 = 16;
/// Query for the entries that are neither records nor skipped games; it uses the index `statements`.
const STATEMENTS: &str = "SELECT seq, kind, number, attempt, hash FROM chain \
     WHERE kind NOT IN ('record', 'skip') ORDER BY seq";
const ENTRIES: &str = "SELECT seq, kind, number, attempt, hash FROM chain \
     WHERE seq >= ? ORDER BY seq LIMIT ?";
/// Query for the next game after the end of the chain, if it is finished.
const FINISHED: &str = "SELECT number FROM games, run WHERE number = closed + 1 AND NOT again \
     AND (number, attempt) NOT IN (SELECT number, attempt FROM rulings)";

/// Returns the first fault; `None` says nothing about records before the latest ones.
pub(super) fn check(connection: &Connection) -> rusqlite::Result<Option<RunDamage>> {
    let mut walk = ChainCheck::new(connection)?;
    let checked = walk.statements().and_then(|()| walk.latest());
    match checked {
        Ok(()) => Ok(None),
        Err(Stop::Fault(fault)) => Ok(Some(fault)),
        Err(Stop::Sql(error)) => Err(error),
    }
}

impl ChainCheck<'_> {
    /// Checks the schema, the header and all revisions, sessions and rulings, each with the entry after it: that
    /// one's hash tells if this one was hashed anew.
    fn statements(&mut self) -> Result<(), Stop> {
        if let Some(name) = schema::altered(self.connection)? {
            return Err(run(format!(
                "{name} of the database isn't as a referee makes it"
            )));
        }
        let mut statements = self.connection.prepare(STATEMENTS)?;
        let mut rows = statements.query([])?;
        while let Some(row) = rows.next()? {
            self.chain = ChainTail::before(self.connection, row.get(0)?)?;
            let (entry, content) = self.holds(row)?;
            self.take(&entry, &content)?;
            let ruled = self.ruled;
            self.some(self.chain.length, 1)?;
            self.ruled = ruled;
        }
        self.has_all_statements()
    }

    /// Checks the latest entries, and that the game after them isn't finished.
    fn latest(&mut self) -> Result<(), Stop> {
        let tail = ChainTail::stored(self.connection)?
            .length
            .saturating_sub(LATEST);
        self.chain = ChainTail::before(self.connection, tail)?;
        let ruled = "SELECT count(*) FROM chain WHERE seq >= ? AND kind = 'ruling'";
        let ruled: usize = self.connection.query_row(ruled, [tail], |row| row.get(0))?;
        self.ruled = self.rulings.len().saturating_sub(ruled);
        self.some(tail, LATEST)?;
        let mut finished = self.connection.prepare(FINISHED)?;
        match finished.query([])?.next()? {
            Some(row) => Err(game(
                row.get(0)?,
                "it is finished, but the chain ends before it",
            )),
            None => Ok(()),
        }
    }

    /// Checks the hashes of some entries, from this one on.
    fn some(&mut self, first: u64, count: u64) -> Result<(), Stop> {
        let mut entries = self.connection.prepare_cached(ENTRIES)?;
        let mut rows = entries.query((first, count))?;
        while let Some(row) = rows.next()? {
            self.holds(row)?;
        }
        Ok(())
    }
}
