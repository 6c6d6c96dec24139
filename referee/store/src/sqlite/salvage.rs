//! Saves the intact part of a damaged run, up to the first fault of its hash chain, to a new file.

use std::path::Path;

use referee_record::Outcome;
use rusqlite::Connection;

use super::chain_prefix::ChainPrefix;
use super::check::ChainCheck;
use super::cut::DamagedDatabase;
use super::fault::{Stop, run};
use super::hash_chain::{ChainEntry, ChainTail};
use super::outcomes::FilteredOutcomes;
use super::reserved::Reserved;
use super::word_table::Numbers;
use super::write_db::{DatabaseState, make};
use super::{games, open, pack, tallies, texts};
use crate::chain::EntryKind;
use crate::error::{ReadError, WriteError};
use crate::filter::Filter;
use crate::ruling::LastRulings;

/// Result of saving a damaged run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SalvageResult {
    /// Number of saved games, counted from the first.
    pub games: u64,
    /// Number of sessions that were left out because they were changed or removed.
    pub lost_sessions: u64,
    /// Number of rulings that come after the saved part.
    pub lost_rulings: u64,
}

/// Writes the intact part of a damaged run to a new file, with which the run can be resumed. The damaged file
/// stays unchanged. Returns an error if the damaged file cannot be opened or the new one cannot be made.
pub fn salvage(damaged: &Path, new: &Path) -> Result<SalvageResult, WriteError> {
    let opened = DamagedDatabase::open(damaged)?;
    let database = &opened.database;
    let walk = ChainCheck::of_chain_alone(&database.connection);
    let mut walk = walk.map_err(|error| ReadError::sql(damaged, error))?;
    let reserved = Reserved::exactly(new)?;
    make(&reserved.path, |path| copy(&mut walk, path))?;
    let count = "SELECT count(*) FROM rulings";
    let rulings = database.connection.query_row(count, [], |row| row.get(0));
    Ok(SalvageResult {
        games: walk.closed,
        lost_sessions: walk.lost,
        // If the table cannot be read, no rulings are counted.
        lost_rulings: rulings.unwrap_or(0_u64).saturating_sub(walk.ruled as u64),
    })
}

/// Returns how many games, counted from the first, [`salvage`] can save.
pub fn saveable(damaged: &Path) -> Result<u64, ReadError> {
    let opened = DamagedDatabase::open(damaged)?;
    let database = &opened.database;
    let walk = ChainCheck::of_chain_alone(&database.connection);
    let mut walk = walk.map_err(|error| ReadError::sql(damaged, error))?;
    // The fault itself does not matter: everything before it is intact.
    let _ = walk.along(&mut |_, _, _| Ok(()));
    Ok(walk.closed)
}

fn copy(walk: &mut ChainCheck<'_>, path: &Path) -> rusqlite::Result<()> {
    let connection = open::to_fill(path)?;
    let transaction = connection.unchecked_transaction()?;
    texts::add_origin(&transaction, &texts::origin(walk.connection)?)?;
    let mut state = DatabaseState {
        numbers: Numbers::default(),
        revision: 0,
        packer: None,
        chain: ChainTail::default(),
        prefix: ChainPrefix::default(),
    };
    // Attempts at an unfinished game are collected: they are written when the game is finished.
    let mut open = Vec::new();
    let mut failed = None;
    let _ = walk.along(&mut |walk, entry, content| {
        open.push((entry, content.text));
        let played = matches!(entry.kind, EntryKind::Record | EntryKind::Skip);
        if played && entry.number > walk.closed {
            return Ok(());
        }
        for (entry, text) in open.drain(..) {
            let added = add(&transaction, &mut state, &entry, &text);
            added.map_err(|error| {
                failed = Some(error);
                run("it can't be written")
            })?;
        }
        Ok::<_, Stop>(())
    });
    if let Some(error) = failed {
        return Err(error);
    }
    transaction.execute("UPDATE run SET closed = ?", [walk.closed])?;
    let names = texts::header(&transaction)?.names();
    let rulings = LastRulings::of(&texts::rulings(&transaction)?);
    let outcomes = FilteredOutcomes::new(&transaction, Filter::default(), rulings, 0);
    tallies::recount(&transaction, &names, outcomes)?;
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)
}

/// Writes an entry of the chain together with its content.
fn add(
    new: &Connection,
    state: &mut DatabaseState,
    entry: &ChainEntry,
    text: &[u8],
) -> rusqlite::Result<()> {
    let mut entry = *entry;
    let (number, attempt) = (entry.number, entry.attempt);
    match entry.kind {
        EntryKind::Header => {}
        EntryKind::Revision => {
            let insert = "INSERT INTO revisions (revision, text) VALUES (?, ?)";
            new.execute(insert, (number, String::from_utf8_lossy(text)))?;
        }
        EntryKind::Session => {
            // Sessions are numbered consecutively, whatever was lost before.
            new.execute(
                "INSERT INTO sessions (text) VALUES (?)",
                [String::from_utf8_lossy(text)],
            )?;
            entry.number = new.last_insert_rowid().cast_unsigned();
        }
        EntryKind::Ruling => {
            let insert = "INSERT INTO rulings (number, attempt, text) VALUES (?, ?, ?)";
            new.execute(insert, (number, attempt, String::from_utf8_lossy(text)))?;
        }
        EntryKind::Skip => {
            let insert = "INSERT INTO skips (number, text) VALUES (?, ?)";
            new.execute(insert, (number, String::from_utf8_lossy(text)))?;
        }
        EntryKind::Record => {
            let outcome = Outcome::of(&pack::record(Ok(text), (number, attempt))?);
            games::insert(new, &mut state.numbers, &outcome)?;
            state.add_text(new, (number, attempt), text)?;
        }
    }
    state.chain.append(new, &entry)
}
