//! Checks the data after the end of the hash chain: nothing is missing from the chain, and waiting games are
//! intact.

use referee_record::Outcome;
use rusqlite::OptionalExtension;

use super::check::ChainCheck;
use super::fault::{Stop, game, run};
use super::outcomes::FilteredOutcomes;
use super::schema;
use crate::filter::Filter;
use crate::ruling::LastRulings;

/// Query for the first game up to a number with data that is not in the chain.
const STRAY: &str = "SELECT number FROM (SELECT number, attempt FROM records \
     UNION ALL SELECT number, 0 FROM skips \
     UNION ALL SELECT number, attempt FROM games) AS k \
     WHERE number <= ? AND (number, attempt) NOT IN (SELECT number, attempt FROM chain) \
     ORDER BY number LIMIT 1";
/// Query for the first record that the table of games lacks.
const ORPHAN: &str = "SELECT number FROM records \
     WHERE (number, attempt) NOT IN (SELECT number, attempt FROM games) \
     ORDER BY number LIMIT 1";

/// Query for the first game with seats that contain data they cannot have, or that are not numbered
/// consecutively.
const UNSEATED: &str = "SELECT number FROM seats AS s WHERE \
     place IS NULL AND (score IS NOT NULL OR fault IS NOT NULL) OR \
     bot IS NULL AND (moves, sum_ns, max_ns, allowed_ns, chatter) <> (0, 0, 0, 0, 0) OR \
     at <> (SELECT count(*) FROM seats AS o \
            WHERE o.number = s.number AND o.attempt = s.attempt AND o.at < s.at) OR \
     (number, attempt) NOT IN (SELECT number, attempt FROM games) \
     ORDER BY number LIMIT 1";

impl ChainCheck<'_> {
    /// Checks everything that the chain itself says nothing of; passes the games that wait to `tell`.
    pub(super) fn check_tail(&mut self, tell: &mut dyn FnMut(&Outcome)) -> Result<(), Stop> {
        self.check_counts()?;
        self.check_waiting(tell)?;
        self.check_closed()?;
        self.check_schema()?;
        let first = |query: &str| {
            let first_number = self.connection.query_row(query, [], |row| row.get(0));
            first_number.optional()
        };
        if let Some(number) = first(ORPHAN)? {
            return Err(game(number, "the tables don't tell of its record"));
        }
        if let Some(number) = first(UNSEATED)? {
            return Err(game(
                number,
                "the tables tell of a seat that its record hasn't",
            ));
        }
        Ok(())
    }

    /// Checks data that no record contains: the schema, the row of the run, the dictionary and the batches of
    /// hashes.
    fn check_schema(&self) -> Result<(), Stop> {
        if let Some(name) = schema::altered(self.connection)? {
            return Err(run(format!(
                "{name} of the database isn't as a referee makes it"
            )));
        }
        let single = "SELECT count(*) = 1 AND min(one) = 1 FROM run";
        if !self
            .connection
            .query_row(single, [], |row| row.get::<_, bool>(0))?
        {
            return Err(run("it says of more than one run when it began"));
        }
        if !self.knows_its_dictionary() {
            return Err(run(
                "what its records are compressed with is of none of them",
            ));
        }
        let batches = "SELECT count(*) = coalesce(max(batch), 0) FROM prints";
        if !self
            .connection
            .query_row(batches, [], |row| row.get::<_, bool>(0))?
        {
            return Err(run(
                "the hashes of equal games aren't numbered one after the other",
            ));
        }
        Ok(())
    }

    /// Checks that all revisions, sessions and rulings are in the chain.
    pub(super) fn has_all_statements(&self) -> Result<(), Stop> {
        if self.revisions == 0 {
            return Err(run("the chain is empty"));
        }
        let revisions = "SELECT count(*) FROM revisions";
        let revisions: u64 = self.connection.query_row(revisions, [], |row| row.get(0))?;
        if self.revisions != revisions {
            return Err(run(
                "the configuration has a revision that isn't in the chain",
            ));
        }
        let sessions = "SELECT count(*), coalesce(max(session), 0) FROM sessions";
        let sessions = self
            .connection
            .query_row(sessions, [], |row| Ok((row.get(0)?, row.get(1)?)));
        let (sessions, last): (u64, u64) = sessions?;
        if (sessions, last) != (self.sessions, self.sessions) {
            return Err(run("it has a session that isn't in the chain"));
        }
        if let Some(ruling) = self.rulings.get(self.ruled) {
            return Err(game(ruling.number, "a ruling about it isn't in the chain"));
        }
        Ok(())
    }

    /// Checks that the tables hold exactly as much as the chain.
    fn check_counts(&self) -> Result<(), Stop> {
        self.has_all_statements()?;
        let closed = [self.closed];
        let count = |query: &str| {
            let counted = self.connection.query_row(query, closed, |row| row.get(0));
            counted as rusqlite::Result<u64>
        };
        let same = self.records == count("SELECT count(*) FROM records WHERE number <= ?")?
            && self.records == count("SELECT count(*) FROM games WHERE number <= ?")?
            && self.skips == count("SELECT count(*) FROM skips WHERE number <= ?")?;
        if same {
            return Ok(());
        }
        let stray = self
            .connection
            .query_row(STRAY, [self.closed], |row| row.get(0));
        Err(match stray.optional()? {
            Some(number) => game(number, "there is more of it than in the chain"),
            None => run("the chain has an entry twice"),
        })
    }

    /// Checks that games waiting for earlier ones are intact, and that the next game is not finished.
    fn check_waiting(&mut self, tell: &mut dyn FnMut(&Outcome)) -> Result<(), Stop> {
        let next = self.closed + 1;
        let rulings = LastRulings::of(&self.rulings);
        for outcome in
            FilteredOutcomes::new(self.connection, Filter::default(), rulings, self.closed)
        {
            let outcome = outcome?;
            self.loose((outcome.number, outcome.attempt))?;
            if outcome.number == next && !outcome.again {
                return Err(game(next, "it is finished, but the chain ends before it"));
            }
            tell(&outcome);
        }
        let mut skipped = self
            .connection
            .prepare("SELECT 1 FROM skips WHERE number = ?")?;
        if skipped.exists([next])? {
            return Err(game(next, "it is skipped, but the chain ends before it"));
        }
        Ok(())
    }

    /// Checks that the stored length of the unbroken beginning is that of the chain.
    fn check_closed(&self) -> Result<(), Stop> {
        let said = "SELECT closed FROM run";
        let said: u64 = self.connection.query_row(said, [], |row| row.get(0))?;
        if said != self.closed {
            let closed = self.closed;
            return Err(run(format!(
                "it says that the chain has games 1 to {said}, but it has games 1 to {closed}"
            )));
        }
        Ok(())
    }
}
