//! Stores tallies in parts, so that a batch of games changes only a few rows.

use std::collections::BTreeMap;

use referee_record::Outcome;
use referee_stats::{Tallies, TallyReader};
use rusqlite::Connection;

use super::shape;

/// A stored tally of a stage, as it is read: its parts, and hashes of games.
#[derive(Default)]
struct StageTally {
    parts: TallyReader,
    prints: Vec<u64>,
}

/// Writes the parts that have changed.
pub(super) fn save(connection: &Connection, tallies: &mut Tallies) -> rusqlite::Result<()> {
    for (stage, changes) in tallies.changes().map_err(shape)? {
        for (key, value) in changes.parts {
            match value {
                Some(value) => connection
                    .prepare_cached(
                        "INSERT INTO tallies (stage, key, value) VALUES (?, ?, ?) \
                         ON CONFLICT DO UPDATE SET value = excluded.value",
                    )?
                    .execute((&stage, key, value))?,
                None => connection
                    .prepare_cached("DELETE FROM tallies WHERE stage = ? AND key = ?")?
                    .execute((&stage, key))?,
            };
        }
        if !changes.prints.is_empty() {
            let packed: Vec<u8> = changes
                .prints
                .into_iter()
                .flat_map(u64::to_le_bytes)
                .collect();
            connection
                .prepare_cached("INSERT INTO prints (stage, packed) VALUES (?, ?)")?
                .execute((&stage, packed))?;
        }
    }
    Ok(())
}

/// Loads the stored tallies; only with the prints can counting continue.
pub(super) fn load(connection: &Connection, prints: bool) -> rusqlite::Result<Tallies> {
    let mut stages: BTreeMap<String, StageTally> = BTreeMap::new();
    let mut query = connection.prepare_cached("SELECT stage, key, value FROM tallies")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let stage = stages.entry(row.get(0)?).or_default();
        let (key, value) = (row.get_ref(1)?.as_str()?, row.get_ref(2)?.as_str()?);
        stage.parts.add(key, value).map_err(shape)?;
    }
    if prints {
        let mut query = connection.prepare_cached("SELECT stage, packed FROM prints")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (prints, _) = row.get_ref(1)?.as_blob()?.as_chunks();
            let stage = stages.entry(row.get(0)?).or_default();
            stage
                .prints
                .extend(prints.iter().map(|print| u64::from_le_bytes(*print)));
        }
    }
    let stages = stages.into_iter();
    let stages = stages.map(|(name, stage)| (name, stage.parts.finish(stage.prints)));
    Ok(Tallies::restore(stages))
}

/// Counts the tallies of outcomes to which rulings are already applied.
pub(super) fn recount<E>(
    names: &[String],
    outcomes: impl Iterator<Item = Result<Outcome, E>>,
) -> Result<Tallies, E> {
    let mut tallies = Tallies::new(names);
    for outcome in outcomes {
        tallies.add(&outcome?);
    }
    Ok(tallies)
}

/// Replaces the stored tallies.
pub(super) fn replace(connection: &Connection, tallies: &mut Tallies) -> rusqlite::Result<()> {
    connection.execute_batch("DELETE FROM tallies; DELETE FROM prints;")?;
    save(connection, tallies)
}
