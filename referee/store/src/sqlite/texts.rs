//! Reads and writes data that is stored as JSON: config revisions, sessions, skips and rulings.

use referee_output::sanitize;
use referee_record::RunSession;
use rusqlite::Connection;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::shape;
use crate::chain::digest;
use crate::header::{ConfigRevision, Header, RunOrigin};
use crate::ruling::Ruling;
use crate::skip::SkippedGame;

/// Serialises a value as JSON that may be shown anywhere: an export has the text to the byte, as its hash is in
/// the chain.
pub(super) fn json(value: &impl Serialize) -> rusqlite::Result<String> {
    let text = serde_json::to_string(value).map_err(shape)?;
    Ok(sanitize::json(&text).into_owned())
}

/// Memory for the JSON of records, which may be of megabytes, kept from one record to the next.
///
/// Were it freed after each record, glibc would no longer take blocks of that size from the system and give them
/// back, but cut them from the heap of each thread, which then keeps their memory.
#[derive(Default)]
pub(super) struct JsonRoom {
    text: Vec<u8>,
    /// The text with the characters changed that are unfit to be shown, if it has any.
    shown: String,
}

impl JsonRoom {
    /// Serialises a value as [`json`] does.
    pub(super) fn json(&mut self, value: &impl Serialize) -> rusqlite::Result<&str> {
        self.text.clear();
        serde_json::to_writer(&mut self.text, value).map_err(shape)?;
        let text = str::from_utf8(&self.text).map_err(shape)?;
        Ok(sanitize::json_in(text, &mut self.shown))
    }
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
    let RunOrigin {
        format,
        master,
        began_ms,
    } = origin(connection)?;
    let mut earlier: Vec<ConfigRevision> =
        all(connection, "SELECT text FROM revisions ORDER BY revision")?;
    let sessions = all(connection, "SELECT text FROM sessions ORDER BY session")?;
    Ok(Header {
        format,
        master,
        began_ms,
        revision: earlier.pop().ok_or_else(|| shape("there is no revision"))?,
        earlier,
        sessions,
    })
}

/// Writes what all config revisions share; returns its digest for the chain.
pub(super) fn add_origin(
    connection: &Connection,
    origin: &RunOrigin,
) -> rusqlite::Result<[u8; 32]> {
    connection.execute(
        "INSERT INTO run (one, format, master, began_ms, closed) VALUES (1, ?, ?, ?, 0)",
        (origin.format, origin.master.to_string(), origin.began_ms),
    )?;
    Ok(digest(json(origin)?.as_bytes()))
}

/// Reads what all config revisions share.
pub(super) fn origin(connection: &Connection) -> rusqlite::Result<RunOrigin> {
    let run = "SELECT format, master, began_ms FROM run";
    connection.query_row(run, [], |row| {
        Ok(RunOrigin {
            format: row.get(0)?,
            master: row.get::<_, String>(1)?.parse().map_err(shape)?,
            began_ms: row.get(2)?,
        })
    })
}

/// Adds a config revision; returns its number, counted from 1, and its digest for the chain.
pub(super) fn add_revision(
    connection: &Connection,
    revision: &ConfigRevision,
) -> rusqlite::Result<(u64, [u8; 32])> {
    let text = json(revision)?;
    connection.execute("INSERT INTO revisions (text) VALUES (?)", [&text])?;
    let number = connection.last_insert_rowid().cast_unsigned();
    Ok((number, digest(text.as_bytes())))
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
