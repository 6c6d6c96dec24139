//! Reads and writes data that is stored as JSON: config revisions, sessions, skips and rulings.

use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::pack::digest;
use super::shape;
use crate::header::{ConfigRevision, Header, RunSession};
use crate::ruling::Ruling;
use crate::skip::SkippedGame;

/// Serialises a value as JSON.
pub(super) fn json(value: &impl Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(shape)
}

/// Parses all texts that a query returns.
fn all<T: DeserializeOwned>(connection: &Connection, query: &str) -> rusqlite::Result<Vec<T>> {
    let mut query = connection.prepare_cached(query)?;
    let mut rows = query.query([])?;
    let mut values = Vec::new();
    while let Some(row) = rows.next()? {
        values.push(serde_json::from_str(row.get_ref(0)?.as_str()?).map_err(shape)?);
    }
    Ok(values)
}

/// Returns the rulings, in order.
pub(super) fn rulings(connection: &Connection) -> rusqlite::Result<Vec<Ruling>> {
    all(connection, "SELECT text FROM rulings ORDER BY ruling")
}

/// Returns the skips, by game number.
pub(super) fn skips(connection: &Connection) -> rusqlite::Result<Vec<SkippedGame>> {
    all(connection, "SELECT text FROM skips ORDER BY number")
}

/// Reads the header of a run.
pub(super) fn header(connection: &Connection) -> rusqlite::Result<Header> {
    let (format, master, began_ms) = run(connection)?;
    let mut earlier: Vec<ConfigRevision> =
        all(connection, "SELECT text FROM revisions ORDER BY revision")?;
    let sessions = all(connection, "SELECT text FROM sessions ORDER BY session")?;
    Ok(Header {
        format,
        master: master.parse().map_err(shape)?,
        began_ms,
        revision: earlier.pop().ok_or_else(|| shape("there is no revision"))?,
        earlier,
        sessions,
    })
}

/// Writes the row that all config revisions share: format, master seed in digits, and time of the beginning.
pub(super) fn add_run(
    connection: &Connection,
    (format, master, began_ms): (u32, String, u64),
) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO run (one, format, master, began_ms, closed) VALUES (1, ?, ?, ?, 0)",
        (format, master, began_ms),
    )?;
    Ok(())
}

/// Reads the row that all config revisions share: format, master seed in digits, and time of the beginning.
pub(super) fn run(connection: &Connection) -> rusqlite::Result<(u32, String, u64)> {
    let run = "SELECT format, master, began_ms FROM run";
    connection.query_row(run, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

/// Copies the config revision with this number to another database.
pub(super) fn copy_revision(
    from: &Connection,
    to: &Connection,
    number: u64,
) -> rusqlite::Result<()> {
    let find = "SELECT text FROM revisions WHERE revision = ?";
    let text: String = from.query_row(find, [number], |row| row.get(0))?;
    let insert = "INSERT INTO revisions (revision, text) VALUES (?, ?)";
    to.execute(insert, (number, text))?;
    Ok(())
}

/// Returns the bytes of a config revision that are hashed: the shared data, then its text.
fn content(master: &str, began_ms: u64, text: &str) -> Vec<u8> {
    format!("{master} {began_ms} {text}").into_bytes()
}

/// Returns the bytes that are hashed of the config revision with this number, counted from 1; `None` if there
/// is none.
pub(super) fn revision(connection: &Connection, number: u64) -> rusqlite::Result<Option<Vec<u8>>> {
    let find = "SELECT master, began_ms, text FROM run, revisions WHERE revision = ?";
    let text = connection.query_row(find, [number], |row| {
        let master: String = row.get(0)?;
        let text: String = row.get(2)?;
        Ok(content(&master, row.get(1)?, &text))
    });
    text.optional()
}

/// Adds a config revision; returns its number, counted from 1, and its digest for the chain.
pub(super) fn add_revision(
    connection: &Connection,
    header: &Header,
    revision: &ConfigRevision,
) -> rusqlite::Result<(u64, [u8; 32])> {
    let text = json(revision)?;
    connection.execute("INSERT INTO revisions (text) VALUES (?)", [&text])?;
    let number = connection.last_insert_rowid().cast_unsigned();
    let content = content(&header.master.to_string(), header.began_ms, &text);
    Ok((number, digest(&content)))
}

/// Adds a session; returns its number, counted from 1, and its digest for the chain.
pub(super) fn add_session(
    connection: &Connection,
    session: &RunSession,
) -> rusqlite::Result<(u64, [u8; 32])> {
    let text = json(session)?;
    connection.execute("INSERT INTO sessions (text) VALUES (?)", [&text])?;
    let number = connection.last_insert_rowid().cast_unsigned();
    Ok((number, digest(text.as_bytes())))
}
