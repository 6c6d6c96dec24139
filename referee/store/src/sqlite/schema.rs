//! Compares the schema of a database with `schema.sql`.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::open;

/// Returns the name of a table, index or view that differs from `schema.sql`, or of a trigger, since a
/// database has none. Further tables, indexes and views of other programs are allowed.
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

/// Reads the SQL text of all objects, without comments, by kind and name.
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
