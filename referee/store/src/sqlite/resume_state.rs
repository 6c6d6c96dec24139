//! State that a resumed run needs to know about its earlier games.

use rusqlite::Connection;

use super::chain_prefix::ChainPrefix;
use super::outcomes::{FilteredOutcomes, attempts};
use super::pack::RecordUnpacker;
use super::shape;
use super::texts;
use super::word_table::WordTable;
use crate::chain::digest;
use crate::filter::Filter;
use crate::ruling::{LastRulings, Ruling};

/// How far a run has come: its settled games and its highest game number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResumeState {
    /// Games 1 to this one are settled: they count, are void for good, or are skipped.
    pub settled: u64,
    /// Highest game number of any recorded attempt; 0 if there is none.
    pub highest: u64,
}

impl ResumeState {
    pub(super) fn load(connection: &Connection) -> rusqlite::Result<ResumeState> {
        let rulings = texts::rulings(connection)?;
        let highest = "SELECT number FROM games ORDER BY number DESC LIMIT 1";
        let mut highest = connection.prepare_cached(highest)?;
        let highest = highest.query_row([], |row| row.get(0));
        let highest = rusqlite::OptionalExtension::optional(highest)?;
        Ok(ResumeState {
            settled: prefix(connection, &rulings)?.settled(),
            highest: highest.unwrap_or(0),
        })
    }
}

/// Determines which games are in the chain, and which wait after them.
pub(super) fn prefix(connection: &Connection, rulings: &[Ruling]) -> rusqlite::Result<ChainPrefix> {
    let closed: u64 = connection.query_row("SELECT closed FROM run", [], |row| row.get(0))?;
    let unpacker = RecordUnpacker::of_run(connection)?;
    let mut prefix = ChainPrefix::up_to(closed);
    let mut early = Vec::new();
    let last = LastRulings::of(rulings);
    for outcome in FilteredOutcomes::new(connection, Filter::default(), last.clone(), closed) {
        let outcome = outcome?;
        let key = (outcome.number, outcome.attempt);
        let text = unpacker.text(connection, key)?;
        let digest = match text {
            Some(Ok(text)) => digest(&text),
            Some(Err(why)) => return Err(shape(format!("game {}: {why}", key.0))),
            None => return Err(shape(format!("game {} has no record", key.0))),
        };
        early.extend(prefix.take(key.0, (key.1, digest), !outcome.again));
    }
    let mut skips = connection.prepare_cached("SELECT number, text FROM skips WHERE number > ?")?;
    let mut rows = skips.query([closed])?;
    while let Some(row) = rows.next()? {
        let digest = digest(row.get_ref(1)?.as_bytes()?);
        early.extend(prefix.take(row.get(0)?, (0, digest), true));
    }
    if let Some((number, _)) = early.first() {
        return Err(shape(format!(
            "game {number} is finished, but isn't in the chain"
        )));
    }
    for ruling in rulings
        .iter()
        .filter(|ruling| ruling.replay && ruling.number <= closed)
    {
        if !is_finished(connection, &last, ruling.number)? {
            prefix.reopen(ruling.number);
        }
    }
    Ok(prefix)
}

/// Returns true if no further attempt at a game is expected.
fn is_finished(
    connection: &Connection,
    rulings: &LastRulings,
    number: u64,
) -> rusqlite::Result<bool> {
    let mut skipped = connection.prepare_cached("SELECT 1 FROM skips WHERE number = ?")?;
    if skipped.exists([number])? {
        return Ok(true);
    }
    for mut outcome in attempts(connection, &WordTable::default(), number)? {
        rulings.apply(&mut outcome);
        if !outcome.again {
            return Ok(true);
        }
    }
    Ok(false)
}
