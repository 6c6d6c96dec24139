//! Checks that the stored tallies follow from the games.

use std::collections::{BTreeMap, BTreeSet};

use referee_stats::{MAIN, PrintSet, Tallies};
use rusqlite::Connection;
use serde_json::Value;

use super::fault::RunDamage;
use super::{shape, tallies};

/// Compares the stored tallies with newly counted ones, and returns the first part that differs.
///
/// Parts are compared one by one, as there may be one for every few games.
pub(super) fn compare(
    connection: &Connection,
    counted: &Tallies,
) -> rusqlite::Result<Option<RunDamage>> {
    let mut find = connection.prepare("SELECT value FROM tallies WHERE stage = ? AND key = ?")?;
    let mut parts = 0_u64;
    for (stage, tally) in counted.stages() {
        let mut wrong: Option<String> = None;
        for part in tally.parts() {
            let (key, value) = part.map_err(shape)?;
            parts += 1;
            let mut rows = find.query((stage, &key))?;
            let same = match rows.next()? {
                Some(row) => is_same(stage, &value, row.get_ref(0)?.as_str()?)?,
                None => false,
            };
            if !same && wrong.as_ref().is_none_or(|first| key < *first) {
                wrong = Some(key);
            }
        }
        if let Some(key) = wrong {
            return Ok(Some(unfounded(stage, &key)));
        }
    }
    let stored = "SELECT count(*) FROM tallies";
    let stored: u64 = connection.query_row(stored, [], |row| row.get(0))?;
    if stored != parts {
        let damage = match surplus(connection, counted)? {
            Some((stage, key)) => unfounded(&stage, &key),
            None => RunDamage {
                number: None,
                why: format!("it has {stored} parts of tallies; its games have {parts}"),
            },
        };
        return Ok(Some(damage));
    }
    Ok((!has_same_prints(connection, counted)?).then(|| RunDamage {
        number: None,
        why: "the hashes of equal games don't follow from the games".to_owned(),
    }))
}

fn unfounded(stage: &str, key: &str) -> RunDamage {
    RunDamage {
        number: None,
        why: format!("the tally of stage {stage}, {key}, doesn't follow from its games"),
    }
}

/// Returns stage and key of the first stored part that was not counted.
fn surplus(
    connection: &Connection,
    counted: &Tallies,
) -> rusqlite::Result<Option<(String, String)>> {
    let mut expected = BTreeSet::new();
    for (stage, tally) in counted.stages() {
        for part in tally.parts() {
            let (key, _) = part.map_err(shape)?;
            expected.insert((stage.to_owned(), key));
        }
    }
    let mut stored = connection.prepare("SELECT stage, key FROM tallies ORDER BY stage, key")?;
    let mut rows = stored.query([])?;
    while let Some(row) = rows.next()? {
        let part: (String, String) = (row.get(0)?, row.get(1)?);
        if !expected.contains(&part) {
            return Ok(Some(part));
        }
    }
    Ok(None)
}

/// Tells if each stage has exactly the counted hashes of games and units, each of them once.
fn has_same_prints(connection: &Connection, counted: &Tallies) -> rusqlite::Result<bool> {
    let mut stored: BTreeMap<String, PrintSet> = BTreeMap::new();
    let mut same = true;
    tallies::each_batch(connection, |stage, prints| {
        let seen = stored.entry(stage.to_owned()).or_default();
        for print in prints {
            same &= seen.insert(print);
        }
    })?;
    for (stage, tally) in counted.stages() {
        same &= stored.remove(stage).unwrap_or_default() == *tally.prints();
    }
    Ok(same && stored.is_empty())
}

/// Tells if two values of a part are equal, but for what depends on the order in which games arrived.
fn is_same(stage: &str, counted: &str, stored: &str) -> rusqlite::Result<bool> {
    Ok(counted == stored || plain(stage, counted)? == plain(stage, stored)?)
}

/// Parses a value, without the parts that depend on the order in which games arrived.
fn plain(stage: &str, value: &str) -> rusqlite::Result<Value> {
    let mut value: Value = serde_json::from_str(value).map_err(shape)?;
    if let Some(part) = value.as_object_mut() {
        // Position of a bot in its stage; for the main stage the configuration determines it.
        if stage != MAIN {
            part.remove("place");
        }
        if let Some(Value::Array(prints)) = part.get_mut("prints") {
            prints.sort_by_key(Value::as_u64);
        }
    }
    Ok(value)
}
