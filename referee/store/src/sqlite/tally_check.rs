//! Checks that the stored tallies follow from the games.

use std::collections::BTreeMap;

use referee_stats::{MAIN, Tallies};
use rusqlite::Connection;
use serde_json::Value;

use super::fault::RunDamage;
use super::shape;

/// Parts of all tallies, by stage and key.
type Parts = BTreeMap<(String, String), Value>;

/// Compares the stored tallies with newly counted ones, and returns the first part that differs.
pub(super) fn compare(
    connection: &Connection,
    mut counted: Tallies,
) -> rusqlite::Result<Option<RunDamage>> {
    let mut expected = Parts::new();
    let mut prints = BTreeMap::new();
    for (stage, mut changes) in counted.changes().map_err(shape)? {
        changes.prints.sort_unstable();
        if !changes.prints.is_empty() {
            prints.insert(stage.clone(), changes.prints);
        }
        for (key, value) in changes.parts {
            if let Some(value) = value {
                let value = plain(&stage, &value)?;
                expected.insert((stage.clone(), key), value);
            }
        }
    }
    let mut stored = Parts::new();
    let mut query = connection.prepare("SELECT stage, key, value FROM tallies")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let stage: String = row.get(0)?;
        let value = plain(&stage, row.get_ref(2)?.as_str()?)?;
        stored.insert((stage, row.get(1)?), value);
    }
    let keys = expected.keys().chain(stored.keys());
    let mut wrong = keys.filter(|key| expected.get(*key) != stored.get(*key));
    if let Some((stage, key)) = wrong.next() {
        let why = format!("the tally of stage {stage}, {key}, doesn't follow from its games");
        return Ok(Some(RunDamage { number: None, why }));
    }
    Ok((stored_prints(connection)? != prints).then(|| RunDamage {
        number: None,
        why: "the hashes of equal games don't follow from the games".to_owned(),
    }))
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
