//! Do the stored tallies follow from the games?

use std::collections::BTreeMap;

use referee_stats::Tallies;
use rusqlite::Connection;
use serde_json::Value;

use super::fault::Fault;
use super::shape;

/// The parts of all tallies, by stage and key.
type Parts = BTreeMap<(String, String), Value>;

/// Compares what is stored with what was counted anew, and names the first part that differs.
pub(super) fn compare(
    connection: &Connection,
    mut counted: Tallies,
) -> rusqlite::Result<Option<Fault>> {
    let mut expected = Parts::new();
    for (stage, changes) in counted.changes().map_err(shape)? {
        for (key, value) in changes.parts {
            if let Some(value) = value {
                expected.insert((stage.clone(), key), plain(&value)?);
            }
        }
    }
    let mut stored = Parts::new();
    let mut query = connection.prepare("SELECT stage, key, value FROM tallies")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let value = plain(row.get_ref(2)?.as_str()?)?;
        stored.insert((row.get(0)?, row.get(1)?), value);
    }
    let keys = expected.keys().chain(stored.keys());
    let mut wrong = keys.filter(|key| expected.get(*key) != stored.get(*key));
    Ok(wrong.next().map(|(stage, key)| Fault {
        number: None,
        why: format!("the tally of stage {stage}, {key}, doesn't follow from its games"),
    }))
}

/// A value without what depends on the order in which games came in.
fn plain(value: &str) -> rusqlite::Result<Value> {
    let mut value: Value = serde_json::from_str(value).map_err(shape)?;
    if let Some(part) = value.as_object_mut() {
        // The place of a bot among those of its stage.
        part.remove("place");
        if let Some(Value::Array(prints)) = part.get_mut("prints") {
            prints.sort_by_key(Value::as_u64);
        }
    }
    Ok(value)
}
