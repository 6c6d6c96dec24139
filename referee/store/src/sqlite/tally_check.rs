//! Checks that the stored tallies follow from the games.

use std::collections::{BTreeMap, BTreeSet};

use referee_stats::{MAIN, Tallies};
use rusqlite::Connection;
use serde_json::Value;

use super::fault::RunDamage;
use super::shape;

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
    if stored != parts
        && let Some((stage, key)) = surplus(connection, counted)?
    {
        return Ok(Some(unfounded(&stage, &key)));
    }
    let mut prints = BTreeMap::new();
    for (stage, tally) in counted.stages() {
        let mut seen: Vec<u64> = tally.prints().collect();
        seen.sort_unstable();
        if !seen.is_empty() {
            prints.insert(stage.to_owned(), seen);
        }
    }
    Ok((stored_prints(connection)? != prints).then(|| RunDamage {
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

/// Reads the hashes of games and units of each stage, in ascending order.
fn stored_prints(connection: &Connection) -> rusqlite::Result<BTreeMap<String, Vec<u64>>> {
    let mut prints: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut query = connection.prepare("SELECT stage, packed FROM prints")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (packed, _) = row.get_ref(1)?.as_blob()?.as_chunks();
        let prints = prints.entry(row.get(0)?).or_default();
        prints.extend(packed.iter().map(|print| u64::from_le_bytes(*print)));
    }
    for prints in prints.values_mut() {
        prints.sort_unstable();
    }
    Ok(prints)
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
