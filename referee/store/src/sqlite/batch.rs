//! Commits a batch: results that arrived together share one transaction.

use std::sync::PoisonError;

use referee_record::{Outcome, Record, RunSession};
use referee_stats::Tallies;
use rusqlite::Connection;

use super::chain_prefix::AttemptEvent;
use super::hash_chain::ChainEntry;
use super::pack::{self, RecordPacker};
use super::texts::JsonRoom;
use super::write_db::{DatabaseState, WriteDb};
use super::writer::DurableRecord;
use super::{games, shape, tallies, texts};
use crate::chain::{EntryKind, digest};
use crate::error::WriteError;
use crate::format::MAX_LINE;
use crate::skip::SkippedGame;

/// A result to be written.
pub(super) enum WriteCommand {
    Record(Box<Record>),
    Skip(SkippedGame),
    Session(Box<RunSession>),
}

impl WriteCommand {
    /// Returns roughly how many bytes it takes in memory.
    pub(super) fn weight(&self) -> usize {
        match self {
            WriteCommand::Record(record) => record.weight(),
            WriteCommand::Skip(_) | WriteCommand::Session(_) => 0,
        }
    }
}

/// Result of writing a batch.
#[derive(Default)]
pub(super) struct BatchResult {
    /// New records.
    pub(super) kept: Vec<DurableRecord>,
    /// Numbers and attempts of records that were already there.
    pub(super) known: Vec<(u64, u32)>,
}

impl WriteDb {
    /// Writes the whole batch or nothing. After an error this database must not be used for writing any more.
    pub(super) fn commit(&mut self, orders: Vec<WriteCommand>) -> Result<BatchResult, WriteError> {
        let shared = self.tallies.clone();
        // The lock keeps other threads from seeing tallies that are not committed.
        let mut tallies = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let written = self.write(orders, &mut tallies);
        // If loading fails as well, the cause is the same, and no thread reads the tallies any more.
        if written.is_err()
            && let Ok(committed) = tallies::load(&self.connection, false)
        {
            *tallies = committed;
        }
        written.map_err(|error| WriteError::sql(&self.path, &error))
    }

    fn write(
        &mut self,
        orders: Vec<WriteCommand>,
        sum: &mut Tallies,
    ) -> rusqlite::Result<BatchResult> {
        // Rolls back if it is dropped without a commit.
        let transaction = self.seen.begin(&self.connection)?;
        let mut batch = BatchResult::default();
        for order in orders {
            match order {
                WriteCommand::Record(record) => {
                    let mut record = *record;
                    record.measured.revision = self.state.revision;
                    let room = &mut self.room;
                    if let Some(outcome) = self.state.add_record(&transaction, &record, room)? {
                        sum.add(&outcome);
                        batch.kept.push(DurableRecord { record, outcome });
                    } else {
                        let number = record.played.job.number;
                        batch.known.push((number, record.attempt));
                    }
                }
                WriteCommand::Skip(skip) => self.state.add_skip(&transaction, &skip)?,
                WriteCommand::Session(session) => self.state.add_session(&transaction, &session)?,
            }
        }
        tallies::save(&transaction, sum)?;
        let closed = self.state.prefix.closed();
        transaction.execute("UPDATE run SET closed = ?", [closed])?;
        self.seen.commit(transaction)?;
        Ok(batch)
    }
}

impl DatabaseState {
    /// Writes a record; returns `None` if the game is finished or the attempt is already there.
    fn add_record(
        &mut self,
        connection: &Connection,
        record: &Record,
        room: &mut JsonRoom,
    ) -> rusqlite::Result<Option<Outcome>> {
        let outcome = Outcome::of(record);
        let (number, attempt) = (outcome.number, outcome.attempt);
        if attempt == 0
            || self.prefix.is_finished(number)
            || !games::insert(connection, &mut self.numbers, &outcome)?
        {
            return Ok(None);
        }
        let text = room.json(record)?.as_bytes();
        if text.len() > MAX_LINE {
            return Err(shape(format!(
                "the record of game {number} is longer than 64 MiB"
            )));
        }
        self.add_text(connection, (number, attempt), text)?;
        let event = (attempt, digest(text));
        self.happened(connection, number, event, !outcome.again)?;
        Ok(Some(outcome))
    }

    /// Writes the text of a record, compressed; the first record also sets the dictionary.
    pub(super) fn add_text(
        &mut self,
        connection: &Connection,
        (number, attempt): (u64, u32),
        text: &[u8],
    ) -> rusqlite::Result<()> {
        let packer = if let Some(packer) = &mut self.packer {
            packer
        } else {
            let dictionary = pack::dictionary(text);
            connection.execute("UPDATE run SET dictionary = ?", [&dictionary])?;
            self.packer.insert(RecordPacker::new(&dictionary)?)
        };
        let packed = packer.pack(text)?;
        connection
            .prepare_cached("INSERT INTO records (number, attempt, packed) VALUES (?, ?, ?)")?
            .execute((number, attempt, packed))?;
        Ok(())
    }

    /// Writes a session and appends it to the chain.
    pub(super) fn add_session(
        &mut self,
        connection: &Connection,
        session: &RunSession,
    ) -> rusqlite::Result<()> {
        let added = texts::add_session(connection, session)?;
        self.chain
            .append_text(connection, EntryKind::Session, added)
    }

    fn add_skip(&mut self, connection: &Connection, skip: &SkippedGame) -> rusqlite::Result<()> {
        if self.prefix.is_finished(skip.number) {
            return Ok(());
        }
        let text = texts::json(skip)?;
        connection
            .prepare_cached("INSERT INTO skips (number, text) VALUES (?, ?)")?
            .execute((skip.number, &text))?;
        let event = (0, digest(text.as_bytes()));
        self.happened(connection, skip.number, event, true)
    }

    /// Appends all events to the chain that may enter it now.
    fn happened(
        &mut self,
        connection: &Connection,
        number: u64,
        event: AttemptEvent,
        finishes: bool,
    ) -> rusqlite::Result<()> {
        for (number, (attempt, digest)) in self.prefix.take(number, event, finishes) {
            let kind = match attempt {
                0 => EntryKind::Skip,
                _ => EntryKind::Record,
            };
            let entry = ChainEntry {
                kind,
                number,
                attempt,
                digest,
            };
            self.chain.append(connection, &entry)?;
        }
        Ok(())
    }
}
