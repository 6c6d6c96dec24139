//! What a database consists of, as `schema.sql` says it.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::open;

/// A table, index or view that isn't as it was made, or a trigger, of which there are none. What others
/// have added beside is no matter.
pub(super) fn altered(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let (made, present) = (objects(&open::empty()?)?, objects(connection)?);
    let mut wrong = made
        .iter()
        .filter(|(name, text)| present.get(*name) != Some(text))
        .chain(present.iter().filter(|((kind, _), _)| kind == "trigger"));
    Ok(wrong
        .next()
        .map(|((kind, name), _)| format!("{kind} {name}")))
}

/// The text of everything, without comments, by kind and name.
fn objects(connection: &Connection) -> rusqlite::Result<BTreeMap<(String, String), String>> {
    let all = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL";
    let mut all = connection.prepare(all)?;
    let objects = all.query_map([], |row| {
        let text: String = row.get(2)?;
        let code = text.lines().filter_map(|line| line.split("--").next());
        let words: Vec<&str> = code.flat_map(str::split_whitespace).collect();
        Ok(((row.get(0)?, row.get(1)?), words.join(" ")))
    })?;
    objects.collect()
}
