//! What is decided about a run while nobody plays it: extensions and rulings.

use std::path::Path;
use std::sync::PoisonError;

use referee_record::Outcome;

use super::book::Book;
use super::link::{Entry, Kind};
use super::outcomes::{Outcomes, attempts};
use super::words::Words;
use super::{pack, tallies, texts};
use crate::error::{ReadError, WriteError};
use crate::filter::Filter;
use crate::header::Edition;
use crate::ruling::{Ruling, rule};

/// Puts another edition in force, for all games that come; whoever joins by it has a row in the
/// standings from now on.
pub fn extend(path: &Path, edition: &Edition) -> Result<(), WriteError> {
    let mut book = Book::open(path)?;
    let done = book.extend(edition);
    done.map_err(|error| WriteError::sql(path, &error))
}

/// Makes attempts at games void by rulings, all of them or none. The games stay where they are;
/// tallies are counted anew.
pub fn annul(path: &Path, rulings: &[Ruling]) -> Result<(), WriteError> {
    let mut book = Book::open(path)?;
    let failed = |error| WriteError::from(ReadError::sql(path, error));
    let mut before = texts::rulings(&book.connection).map_err(failed)?;
    for ruling in rulings {
        let attempts =
            attempts(&book.connection, &Words::default(), ruling.number).map_err(failed)?;
        if let Some(why) = objection(ruling, &before, attempts) {
            let path = path.to_owned();
            return Err(WriteError::Ruling { path, why });
        }
        before.push(ruling.clone());
    }
    let done = book.annul(rulings, before);
    done.map_err(|error| WriteError::sql(path, &error))
}

/// Why there is nothing to rule on.
fn objection(ruling: &Ruling, rulings: &[Ruling], attempts: Vec<Outcome>) -> Option<String> {
    let (number, attempt) = (ruling.number, ruling.attempt);
    let mut found = attempts.into_iter();
    let Some(mut outcome) = found.find(|outcome| outcome.attempt == attempt) else {
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

impl Book {
    fn extend(&mut self, edition: &Edition) -> rusqlite::Result<()> {
        let transaction = self.seen.begin(&self.connection)?;
        let mut header = texts::header(&transaction)?;
        let added = texts::add_edition(&transaction, &header, edition)?;
        let chain = &mut self.state.chain;
        chain.append_text(&transaction, Kind::Edition, added)?;
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
            let entry = Entry {
                kind: Kind::Ruling,
                number: ruling.number,
                attempt: ruling.attempt,
                digest: pack::digest(text.as_bytes()),
            };
            self.state.chain.append(&transaction, &entry)?;
        }
        let names = texts::header(&transaction)?.names();
        let outcomes = Outcomes::new(&transaction, Filter::default(), all, 0);
        let mut sum = tallies::recount(&names, outcomes)?;
        tallies::replace(&transaction, &mut sum)?;
        self.seen.commit(transaction)
    }
}
