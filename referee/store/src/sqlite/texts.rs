//! What is kept as JSON: editions, sittings, skips and rulings.

use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::pack::digest;
use super::shape;
use crate::header::{ConfigRevision, Header, RunSession};
use crate::ruling::Ruling;
use crate::skip::SkippedGame;

/// JSON.
pub(super) fn json(value: &impl Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(shape)
}

/// All values of a query for texts.
fn all<T: DeserializeOwned>(connection: &Connection, query: &str) -> rusqlite::Result<Vec<T>> {
    let mut query = connection.prepare_cached(query)?;
    let mut rows = query.query([])?;
    let mut values = Vec::new();
    while let Some(row) = rows.next()? {
        values.push(serde_json::from_str(row.get_ref(0)?.as_str()?).map_err(shape)?);
    }
    Ok(values)
}

/// The rulings, in order.
pub(super) fn rulings(connection: &Connection) -> rusqlite::Result<Vec<Ruling>> {
    all(connection, "SELECT text FROM rulings ORDER BY ruling")
}

/// The skips, by number.
pub(super) fn skips(connection: &Connection) -> rusqlite::Result<Vec<SkippedGame>> {
    all(connection, "SELECT text FROM skips ORDER BY number")
}

/// Where the results come from.
pub(super) fn header(connection: &Connection) -> rusqlite::Result<Header> {
    let (format, master, began_ms) = run(connection)?;
    let mut earlier: Vec<ConfigRevision> =
        all(connection, "SELECT text FROM editions ORDER BY edition")?;
    let sittings = all(connection, "SELECT text FROM sittings ORDER BY sitting")?;
    Ok(Header {
        format,
        master: master.parse().map_err(shape)?,
        began_ms,
        edition: earlier.pop().ok_or_else(|| shape("there is no edition"))?,
        earlier,
        sittings,
    })
}

/// Begins a new database with what all editions share: format, master seed in digits, and beginning.
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

/// What all editions share.
pub(super) fn run(connection: &Connection) -> rusqlite::Result<(u32, String, u64)> {
    let run = "SELECT format, master, began_ms FROM run";
    connection.query_row(run, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

/// Copies the edition with this number into another database.
pub(super) fn copy_edition(
    from: &Connection,
    to: &Connection,
    number: u64,
) -> rusqlite::Result<()> {
    let find = "SELECT text FROM editions WHERE edition = ?";
    let text: String = from.query_row(find, [number], |row| row.get(0))?;
    let insert = "INSERT INTO editions (edition, text) VALUES (?, ?)";
    to.execute(insert, (number, text))?;
    Ok(())
}

/// What is hashed of an edition: its text, and what all editions share before it.
fn content(master: &str, began_ms: u64, text: &str) -> Vec<u8> {
    format!("{master} {began_ms} {text}").into_bytes()
}

/// What is hashed of the edition with this number, from 1.
pub(super) fn edition(connection: &Connection, number: u64) -> rusqlite::Result<Option<Vec<u8>>> {
    let find = "SELECT master, began_ms, text FROM run, editions WHERE edition = ?";
    let text = connection.query_row(find, [number], |row| {
        let master: String = row.get(0)?;
        let text: String = row.get(2)?;
        Ok(content(&master, row.get(1)?, &text))
    });
    text.optional()
}

/// Adds an edition, and gives its number, from 1, and what the chain says of it.
pub(super) fn add_edition(
    connection: &Connection,
    header: &Header,
    edition: &ConfigRevision,
) -> rusqlite::Result<(u64, [u8; 32])> {
    let text = json(edition)?;
    connection.execute("INSERT INTO editions (text) VALUES (?)", [&text])?;
    let number = connection.last_insert_rowid().cast_unsigned();
    let content = content(&header.master.to_string(), header.began_ms, &text);
    Ok((number, digest(&content)))
}

/// Adds a sitting, and gives its number, from 1, and what the chain says of it.
pub(super) fn add_sitting(
    connection: &Connection,
    sitting: &RunSession,
) -> rusqlite::Result<(u64, [u8; 32])> {
    let text = json(sitting)?;
    connection.execute("INSERT INTO sittings (text) VALUES (?)", [&text])?;
    let number = connection.last_insert_rowid().cast_unsigned();
    Ok((number, digest(text.as_bytes())))
}
