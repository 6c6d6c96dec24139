//! Stores tallies in parts, so that a batch of games changes only a few rows.

use std::collections::BTreeMap;

use referee_record::Outcome;
use referee_stats::{Tallies, TallyReader};
use rusqlite::Connection;

use super::shape;

/// Number of outcomes whose changes are written together when tallies are counted anew.
const BATCH: u64 = 10_000;

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
    let mut stages: BTreeMap<String, TallyReader> = BTreeMap::new();
    let mut query = connection.prepare_cached("SELECT stage, key, value FROM tallies")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let stage = stages.entry(row.get(0)?).or_default();
        let (key, value) = (row.get_ref(1)?.as_str()?, row.get_ref(2)?.as_str()?);
        stage.add(key, value).map_err(shape)?;
    }
    if prints {
        each_batch(connection, |stage, prints| {
            let stage = stages.entry(stage.to_owned()).or_default();
            stage.add_prints(prints);
        })?;
    }
    let stages = stages.into_iter();
    let stages = stages.map(|(name, stage)| (name, stage.finish()));
    Ok(Tallies::restore(stages))
}

/// Passes the stage and the hashes of each stored batch to `tell`; there may be millions, so no list holds them all.
pub(super) fn each_batch(
    connection: &Connection,
    mut tell: impl FnMut(&str, &mut dyn Iterator<Item = u64>),
) -> rusqlite::Result<()> {
    let mut query = connection.prepare_cached("SELECT stage, packed FROM prints")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let stage = row.get_ref(0)?.as_str()?;
        let (prints, _) = row.get_ref(1)?.as_blob()?.as_chunks();
        let mut prints = prints.iter().map(|print| u64::from_le_bytes(*print));
        tell(stage, &mut prints);
    }
    Ok(())
}

/// Replaces the stored tallies by those of these outcomes, to which rulings are already applied; returns them, too.
pub(super) fn recount(
    connection: &Connection,
    names: &[String],
    outcomes: impl Iterator<Item = rusqlite::Result<Outcome>>,
) -> rusqlite::Result<Tallies> {
    connection.execute_batch("DELETE FROM tallies; DELETE FROM prints;")?;
    let mut tallies = Tallies::new(names);
    for (outcome, count) in outcomes.zip(1_u64..) {
        tallies.add(&outcome?);
        if count.is_multiple_of(BATCH) {
            save(connection, &mut tallies)?;
        }
    }
    save(connection, &mut tallies)?;
    Ok(tallies)
}
