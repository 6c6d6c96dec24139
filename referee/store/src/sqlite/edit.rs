//! Changes to a run while no game is played: extensions and rulings.

use std::path::Path;
use std::sync::PoisonError;

use referee_record::Outcome;

use super::hash_chain::ChainEntry;
use super::outcomes::{FilteredOutcomes, attempts};
use super::word_table::WordTable;
use super::write_db::WriteDb;
use super::{resume_state, tallies, texts};
use crate::chain::{EntryKind, digest};
use crate::error::{ReadError, WriteError};
use crate::filter::Filter;
use crate::header::ConfigRevision;
use crate::ruling::{LastRulings, Ruling};

/// A database that only this process may write to; opening it writes nothing.
pub struct Held(pub(super) WriteDb);

impl Held {
    /// Opens an existing database; no other process can write to it until this is dropped. Returns an error
    /// if another referee has its lock, or if the file cannot be read.
    pub fn open(path: &Path) -> Result<Held, WriteError> {
        WriteDb::open(path).map(Held)
    }

    /// Adds a config revision, which is in force for all later games; a bot that joins by it has a row in the
    /// standings from now on.
    pub fn extend(&mut self, revision: &ConfigRevision) -> Result<(), WriteError> {
        self.0.still_there()?;
        let done = self.0.extend(revision);
        done.map_err(|error| WriteError::sql(&self.0.path, &error))
    }

    /// Makes attempts at games void by rulings, all of them or none. The games stay in the database; the
    /// tallies are counted anew. Returns an error if a ruling does not apply: there is no such attempt, or it
    /// is already void.
    pub fn annul(&mut self, rulings: &[Ruling]) -> Result<(), WriteError> {
        let book = &mut self.0;
        book.still_there()?;
        let failed = |error| WriteError::from(ReadError::sql(&book.path, error));
        let before = texts::rulings(&book.connection).map_err(failed)?;
        let mut last = LastRulings::of(&before);
        for ruling in rulings {
            let attempts =
                attempts(&book.connection, &WordTable::default(), ruling.number).map_err(failed)?;
            if let Some(why) = objection(ruling, &last, attempts) {
                let path = book.path.clone();
                return Err(WriteError::Ruling { path, why });
            }
            last.add(ruling);
        }
        let done = book.annul(rulings, last);
        done.map_err(|error| WriteError::sql(&book.path, &error))
    }
}

/// Adds a config revision to a database; see [`Held::extend`].
pub fn extend(path: &Path, revision: &ConfigRevision) -> Result<(), WriteError> {
    Held::open(path)?.extend(revision)
}

/// Makes attempts at games of a database void; see [`Held::annul`].
pub fn annul(path: &Path, rulings: &[Ruling]) -> Result<(), WriteError> {
    Held::open(path)?.annul(rulings)
}

/// Returns the reason why a ruling does not apply, or `None` if it does.
fn objection(ruling: &Ruling, before: &LastRulings, attempts: Vec<Outcome>) -> Option<String> {
    let (number, attempt) = (ruling.number, ruling.attempt);
    let mut rows = attempts.into_iter();
    let Some(mut outcome) = rows.find(|outcome| outcome.attempt == attempt) else {
        return Some(format!(
            "there is no attempt {attempt} at game {number} to annul"
        ));
    };
    before.apply(&mut outcome);
    match outcome.verdict.void {
        Some(_) if outcome.again => Some(format!(
            "attempt {attempt} at game {number} is void already, and the game is played again"
        )),
        Some(void) if !ruling.replay => Some(format!(
            "attempt {attempt} at game {number} is void already ({void}); give --replay to have the \
             game played again"
        )),
        _ => None,
    }
}

impl WriteDb {
    fn extend(&mut self, revision: &ConfigRevision) -> rusqlite::Result<()> {
        let transaction = self.seen.begin(&self.connection)?;
        let mut header = texts::header(&transaction)?;
        let added = texts::add_revision(&transaction, revision)?;
        let mut chain = self.state.chain.clone();
        chain.append_text(&transaction, EntryKind::Revision, added)?;
        header
            .earlier
            .push(std::mem::replace(&mut header.revision, revision.clone()));
        let mut sum = self.tallies.lock().unwrap_or_else(PoisonError::into_inner);
        sum.enter(&header.names());
        tallies::save(&transaction, &mut sum)?;
        self.seen.commit(transaction)?;
        self.state.chain = chain;
        self.state.revision += 1;
        Ok(())
    }

    /// Writes the rulings; `all` are the earlier rulings together with these.
    fn annul(&mut self, rulings: &[Ruling], all: LastRulings) -> rusqlite::Result<()> {
        let transaction = self.seen.begin(&self.connection)?;
        let mut chain = self.state.chain.clone();
        for ruling in rulings {
            let text = texts::json(ruling)?;
            transaction.execute(
                "INSERT INTO rulings (number, attempt, text) VALUES (?, ?, ?)",
                (ruling.number, ruling.attempt, &text),
            )?;
            let entry = ChainEntry {
                kind: EntryKind::Ruling,
                number: ruling.number,
                attempt: ruling.attempt,
                digest: digest(text.as_bytes()),
            };
            chain.append(&transaction, &entry)?;
        }
        let names = texts::header(&transaction)?.names();
        let outcomes = FilteredOutcomes::new(&transaction, Filter::default(), all, 0);
        let counted = tallies::recount(&transaction, &names, outcomes)?;
        // An extension makes rulings on a database with which the run then goes on.
        let rulings = texts::rulings(&transaction)?;
        let prefix = resume_state::prefix(&transaction, &rulings)?;
        self.seen.commit(transaction)?;
        self.state.chain = chain;
        self.state.prefix = prefix;
        *self.tallies.lock().unwrap_or_else(PoisonError::into_inner) = counted;
        Ok(())
    }
}
