//! A run's database, opened for reading.

use std::io;
use std::path::{Path, PathBuf};

use referee_record::{Outcome, Record};
use referee_stats::{MAIN, Tallies};
use rusqlite::{Connection, OptionalExtension, Transaction};

use super::check;
use super::entries;
use super::fault::{RunDamage, Stop};
use super::hash_chain::ChainTail;
use super::outcomes::FilteredOutcomes;
use super::pack::RecordUnpacker;
use super::quick_check;
use super::resume_state::ResumeState;
use super::tally_check;
use super::{open, pack, tallies, texts};
use crate::chain::EntryKind;
use crate::error::ReadError;
use crate::filter::Filter;
use crate::header::Header;
use crate::ruling::{LastRulings, Ruling};
use crate::skip::SkippedGame;

/// An open database; reading does not block its writer.
pub(crate) struct Database {
    pub(super) connection: Connection,
    path: PathBuf,
}

impl Database {
    pub(crate) fn open(path: &Path) -> Result<Database, ReadError> {
        let connection = open::to_read(path)?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(Database {
            connection,
            path: path.to_owned(),
        })
    }

    fn ask<T>(
        &self,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ReadError> {
        question(&self.connection).map_err(|error| ReadError::sql(&self.path, error))
    }

    pub(crate) fn header(&self) -> Result<Header, ReadError> {
        self.ask(texts::header)
    }

    pub(crate) fn rulings(&self) -> Result<Vec<Ruling>, ReadError> {
        self.ask(texts::rulings)
    }

    pub(crate) fn skips(&self) -> Result<Vec<SkippedGame>, ReadError> {
        self.ask(texts::skips)
    }

    pub(crate) fn past(&self) -> Result<ResumeState, ReadError> {
        // It is read in parts, which a game that is written meanwhile would set against each other.
        let _snapshot = self.snapshot()?;
        self.ask(ResumeState::load)
    }

    pub(crate) fn tallies(&self) -> Result<Tallies, ReadError> {
        self.ask(|connection| tallies::load(connection, false))
    }

    pub(crate) fn check_chain(&self) -> Result<Option<RunDamage>, ReadError> {
        self.ask(|connection| check::check(connection, &mut |_| ()))
    }

    /// Checks the hash chain, and counts the tallies of the games on the way. Passes each game to `tell`, too. Returns
    /// the tallies, or the first damage.
    pub(crate) fn count_chain(
        &self,
        tell: &mut dyn FnMut(&Outcome),
    ) -> Result<Result<Tallies, RunDamage>, ReadError> {
        self.ask(|connection| {
            // A header that can't be read is damage of the chain, which names it better.
            let names = texts::header(connection).map(|header| header.names());
            let mut tallies = Tallies::unstored(names.as_deref().unwrap_or_default());
            let damage = check::check(connection, &mut |outcome| {
                tallies.add(outcome);
                tell(outcome);
            })?;
            match damage {
                Some(damage) => Ok(Err(damage)),
                None => names.map(|_| Ok(tallies)),
            }
        })
    }

    /// Begins a transaction: all reads during it see one state, even if another process writes meanwhile.
    pub(crate) fn snapshot(&self) -> Result<Transaction<'_>, ReadError> {
        let snapshot = self.connection.unchecked_transaction();
        snapshot.map_err(|error| ReadError::sql(&self.path, error))
    }

    /// Returns the number of entries of the hash chain.
    pub(crate) fn length(&self) -> Result<u64, ReadError> {
        self.ask(|connection| Ok(ChainTail::stored(connection)?.length))
    }

    pub(crate) fn check_quickly(&self) -> Result<Option<RunDamage>, ReadError> {
        self.ask(quick_check::check)
    }

    pub(crate) fn uncovered(&self) -> Result<Vec<String>, ReadError> {
        self.ask(uncovered)
    }

    pub(crate) fn check_tallies(&self, counted: &Tallies) -> Result<Option<RunDamage>, ReadError> {
        self.ask(|connection| tally_check::compare(connection, counted))
    }

    pub(crate) fn fingerprint(&self) -> Result<String, ReadError> {
        self.ask(entries::fingerprint)
    }

    pub(crate) fn entries(
        &self,
        tell: &mut dyn FnMut(EntryKind, &[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        entries::all(&self.connection, tell).unwrap_or_else(|stop| {
            let path = &self.path;
            Err(io::Error::other(match stop {
                Stop::Sql(error) => ReadError::sql(path, error),
                Stop::Fault(fault) => ReadError::Broken {
                    path: path.clone(),
                    why: fault.to_string(),
                },
            }))
        })
    }

    pub(crate) fn outcomes(
        &self,
        filter: Filter,
        after: u64,
    ) -> Result<impl Iterator<Item = Result<Outcome, ReadError>>, ReadError> {
        let rulings = LastRulings::of(&self.rulings()?);
        let outcomes = FilteredOutcomes::new(&self.connection, filter, rulings, after);
        Ok(outcomes.map(|outcome| outcome.map_err(|error| ReadError::sql(&self.path, error))))
    }

    /// Iterates over all records by number and attempt; an error is the last item.
    pub(crate) fn records(
        &self,
    ) -> Result<impl Iterator<Item = Result<Record, ReadError>>, ReadError> {
        let unpacker = self.ask(RecordUnpacker::of_run)?;
        let mut last = Some((0, 0));
        Ok(std::iter::from_fn(move || {
            let after = last.take()?;
            let result = self.ask(|connection| next_record(connection, &unpacker, after));
            let record = result.transpose()?;
            Some(record.map(|(key, record)| {
                last = Some(key);
                record
            }))
        }))
    }

    /// Returns the record of an attempt at a game; without an attempt, that of the last one.
    pub(crate) fn record(
        &self,
        number: u64,
        attempt: Option<u32>,
    ) -> Result<Option<Record>, ReadError> {
        self.ask(|connection| {
            let attempt = match attempt {
                Some(attempt) => attempt,
                None => connection.query_row(
                    "SELECT coalesce(max(attempt), 0) FROM records WHERE number = ?",
                    [number],
                    |row| row.get(0),
                )?,
            };
            let key = (number, attempt);
            let text = RecordUnpacker::of_run(connection)?.text(connection, key)?;
            text.map(|text| pack::record(text, key)).transpose()
        })
    }
}

/// Lists, in a sentence each, the data that follows neither from the chain nor from the games.
fn uncovered(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut uncovered = Vec::new();
    let stages = "SELECT count(*) FROM tallies WHERE stage <> ?";
    let parts: u64 = connection.query_row(stages, [MAIN], |row| row.get(0))?;
    if parts > 0 {
        let order = "the order in which bots are listed in stages before the main one";
        uncovered.push(order.to_owned());
    }
    Ok(uncovered)
}

/// Returns the first record after this number and attempt, with its own number and attempt.
fn next_record(
    connection: &Connection,
    unpacker: &RecordUnpacker,
    after: (u64, u32),
) -> rusqlite::Result<Option<((u64, u32), Record)>> {
    connection
        .prepare_cached(
            "SELECT number, attempt, packed FROM records WHERE (number, attempt) > (?, ?) \
             ORDER BY number, attempt LIMIT 1",
        )?
        .query_row(after, |row| {
            let key = (row.get(0)?, row.get(1)?);
            let text = unpacker.unpack(row.get_ref(2)?.as_blob()?);
            Ok((key, pack::record(text, key)?))
        })
        .optional()
}
