//! What can be saved of a damaged run: all up to where its chain holds, in a file of its own.

use std::path::Path;

use referee_record::Outcome;
use rusqlite::Connection;

use super::chain_prefix::ChainPrefix;
use super::check::ChainCheck;
use super::fault::{Stop, run};
use super::hash_chain::{ChainEntry, ChainTail, EntryKind};
use super::outcomes::FilteredOutcomes;
use super::reserved::Reserved;
use super::word_table::Numbers;
use super::write_db::{DatabaseState, make};
use super::{Database, games, open, pack, tallies, texts};
use crate::error::{ReadError, WriteError};
use crate::filter::Filter;

/// What was saved of a damaged run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SalvageResult {
    /// Games 1 to this one.
    pub games: u64,
    /// How many sittings had to be left out, since they were changed or removed.
    pub lost_sittings: u64,
    /// How many rulings stand behind what was saved.
    pub lost_rulings: u64,
}

/// Writes what holds of a damaged run into a new file, which can be gone on with. The damaged file stays as
/// it is.
pub fn salvage(damaged: &Path, new: &Path) -> Result<SalvageResult, WriteError> {
    let database = Database::open(damaged)?;
    let walk = ChainCheck::of_chain_alone(&database.connection);
    let mut walk = walk.map_err(|error| ReadError::sql(damaged, error))?;
    let reserved = Reserved::exactly(new)?;
    make(&reserved.path, |path| copy(&mut walk, path))?;
    let count = "SELECT count(*) FROM rulings";
    let rulings = database.connection.query_row(count, [], |row| row.get(0));
    Ok(SalvageResult {
        games: walk.closed,
        lost_sittings: walk.lost,
        // Where the table can't be read there is nothing to count.
        lost_rulings: rulings.unwrap_or(0_u64).saturating_sub(walk.ruled as u64),
    })
}

/// How many games [`salvage`] can save of a database, from the first.
pub fn saveable(damaged: &Path) -> Result<u64, ReadError> {
    let database = Database::open(damaged)?;
    let walk = ChainCheck::of_chain_alone(&database.connection);
    let mut walk = walk.map_err(|error| ReadError::sql(damaged, error))?;
    // Wherever it stops: what is before that is sound.
    let _ = walk.along(&mut |_, _, _| Ok(()));
    Ok(walk.closed)
}

fn copy(walk: &mut ChainCheck<'_>, path: &Path) -> rusqlite::Result<()> {
    let connection = open::to_fill(path)?;
    let transaction = connection.unchecked_transaction()?;
    texts::add_run(&transaction, texts::run(walk.connection)?)?;
    let mut state = DatabaseState {
        numbers: Numbers::default(),
        dictionary: None,
        chain: ChainTail::default(),
        prefix: ChainPrefix::default(),
    };
    // Attempts at a game that isn't finished so far: they enter the chain with its end.
    let mut open = Vec::new();
    let mut failed = None;
    let _ = walk.along(&mut |walk, entry, text| {
        open.push((entry, text));
        let played = matches!(entry.kind, EntryKind::Record | EntryKind::Skip);
        if played && entry.number > walk.closed {
            return Ok(());
        }
        for (entry, text) in open.drain(..) {
            let added = add(walk, &transaction, &mut state, &entry, &text);
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
    let rulings = texts::rulings(&transaction)?;
    let outcomes = FilteredOutcomes::new(&transaction, Filter::default(), rulings, 0);
    tallies::save(&transaction, &mut tallies::recount(&names, outcomes)?)?;
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)
}

/// Adds an entry with what it is about.
fn add(
    walk: &ChainCheck<'_>,
    new: &Connection,
    state: &mut DatabaseState,
    entry: &ChainEntry,
    text: &[u8],
) -> rusqlite::Result<()> {
    let mut entry = *entry;
    let (number, attempt) = (entry.number, entry.attempt);
    match entry.kind {
        EntryKind::Edition => texts::copy_edition(walk.connection, new, number)?,
        EntryKind::Sitting => {
            // One after the other, whatever was lost before it.
            new.execute(
                "INSERT INTO sittings (text) VALUES (?)",
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
