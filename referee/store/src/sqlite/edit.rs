//! What is decided about a run while nobody plays it: extensions and rulings.

use std::path::Path;
use std::sync::PoisonError;

use referee_record::Outcome;

use super::hash_chain::{ChainEntry, EntryKind};
use super::outcomes::{FilteredOutcomes, attempts};
use super::word_table::WordTable;
use super::write_db::WriteDb;
use super::{pack, tallies, texts};
use crate::error::{ReadError, WriteError};
use crate::filter::Filter;
use crate::header::ConfigRevision;
use crate::ruling::{Ruling, rule};

/// A database of ours alone, into which nothing is written by that.
pub struct Held(pub(super) WriteDb);

impl Held {
    /// One that is there; nobody else can write into it until this is dropped.
    pub fn open(path: &Path) -> Result<Held, WriteError> {
        WriteDb::open(path).map(Held)
    }

    /// Puts another edition in force, for all games that come; whoever joins by it has a row in the
    /// standings from now on.
    pub fn extend(&mut self, edition: &ConfigRevision) -> Result<(), WriteError> {
        let done = self.0.extend(edition);
        done.map_err(|error| WriteError::sql(&self.0.path, &error))
    }

    /// Makes attempts at games void by rulings, all of them or none. The games stay where they are;
    /// tallies are counted anew.
    pub fn annul(&mut self, rulings: &[Ruling]) -> Result<(), WriteError> {
        let book = &mut self.0;
        let failed = |error| WriteError::from(ReadError::sql(&book.path, error));
        let mut before = texts::rulings(&book.connection).map_err(failed)?;
        for ruling in rulings {
            let attempts =
                attempts(&book.connection, &WordTable::default(), ruling.number).map_err(failed)?;
            if let Some(why) = objection(ruling, &before, attempts) {
                let path = book.path.clone();
                return Err(WriteError::Ruling { path, why });
            }
            before.push(ruling.clone());
        }
        let done = book.annul(rulings, before);
        done.map_err(|error| WriteError::sql(&book.path, &error))
    }
}

/// Puts another edition in force; see [`Held::extend`].
pub fn extend(path: &Path, edition: &ConfigRevision) -> Result<(), WriteError> {
    Held::open(path)?.extend(edition)
}

/// Makes attempts at games void; see [`Held::annul`].
pub fn annul(path: &Path, rulings: &[Ruling]) -> Result<(), WriteError> {
    Held::open(path)?.annul(rulings)
}

/// Why there is nothing to rule on.
fn objection(ruling: &Ruling, rulings: &[Ruling], attempts: Vec<Outcome>) -> Option<String> {
    let (number, attempt) = (ruling.number, ruling.attempt);
    let mut rows = attempts.into_iter();
    let Some(mut outcome) = rows.find(|outcome| outcome.attempt == attempt) else {
        return Some(format!(
            "there is no attempt {attempt} at game {number} to annul"
        ));
    };
    rule(&mut outcome, rulings);
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
    fn extend(&mut self, edition: &ConfigRevision) -> rusqlite::Result<()> {
        let transaction = self.seen.begin(&self.connection)?;
        let mut header = texts::header(&transaction)?;
        let added = texts::add_edition(&transaction, &header, edition)?;
        let chain = &mut self.state.chain;
        chain.append_text(&transaction, EntryKind::Edition, added)?;
        header
            .earlier
            .push(std::mem::replace(&mut header.edition, edition.clone()));
        let mut sum = self.tallies.lock().unwrap_or_else(PoisonError::into_inner);
        sum.enter(&header.names());
        tallies::save(&transaction, &mut sum)?;
        self.seen.commit(transaction)
    }

    /// Adds rulings; `all` are those before and these.
    fn annul(&mut self, rulings: &[Ruling], all: Vec<Ruling>) -> rusqlite::Result<()> {
        let transaction = self.seen.begin(&self.connection)?;
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
                digest: pack::digest(text.as_bytes()),
            };
            self.state.chain.append(&transaction, &entry)?;
        }
        let names = texts::header(&transaction)?.names();
        let outcomes = FilteredOutcomes::new(&transaction, Filter::default(), all, 0);
        let mut sum = tallies::recount(&names, outcomes)?;
        tallies::replace(&transaction, &mut sum)?;
        self.seen.commit(transaction)
    }
}
