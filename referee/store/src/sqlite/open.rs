//! Opens a database, and checks that a referee wrote it and that this one knows its version.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

use crate::error::{ReadError, wal};
use crate::format::{FORMAT, VERSION};

/// Application id in the first bytes of a database: `RFRE`.
pub(super) const APPLICATION: i32 = 0x5246_5245;
const SCHEMA: &str = include_str!("schema.sql");
/// Longest wait for another connection, such as a checkpoint of another reader.
const PATIENCE: Duration = Duration::from_secs(10);

/// Opens a database for reading: while a tournament writes to it, or where nothing can be written.
pub(super) fn to_read(path: &Path) -> Result<Connection, ReadError> {
    let failed = |error| ReadError::sql(path, error);
    // With these flags `SQLite` falls back to reading if the file cannot be written; otherwise it can remove
    // its log and shared memory when it closes.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(PATIENCE).map_err(failed)?;
    connection
        .pragma_update(None, "query_only", true)
        .map_err(failed)?;
    match version(&connection) {
        // Readers and writers cannot coordinate in a folder that cannot be written.
        Err(error) if needs_folder(&error) => to_read_alone(path),
        found => {
            admit(&connection, path, found.map_err(failed)?)?;
            Ok(connection)
        }
    }
}

fn needs_folder(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Opens a database for reading to which no process can be writing.
pub(super) fn to_read_alone(path: &Path) -> Result<Connection, ReadError> {
    let failed = |error| ReadError::sql(path, error);
    // With `immutable=1`, `SQLite` would ignore the results in the log.
    if fs::metadata(wal(path)).is_ok_and(|file| file.len() > 0) {
        let path = path.to_owned();
        return Err(ReadError::Stranded { path });
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let uri = format!("file:{}?immutable=1", escape(path));
    let connection = Connection::open_with_flags(uri, flags).map_err(failed)?;
    let file_version = version(&connection).map_err(failed)?;
    admit(&connection, path, file_version)?;
    Ok(connection)
}

/// Escapes a path for use in a URI.
fn escape(path: &Path) -> String {
    use std::os::unix::ffi::OsStrExt;
    let letter = |byte: &u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
            char::from(*byte).to_string()
        }
        _ => format!("%{byte:02x}"),
    };
    path.as_os_str().as_bytes().iter().map(letter).collect()
}

/// Opens a database for writing.
pub(super) fn to_write(path: &Path) -> Result<Connection, ReadError> {
    let failed = |error| ReadError::sql(path, error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(PATIENCE).map_err(failed)?;
    let file_version = version(&connection).map_err(failed)?;
    // A foreign file must stay unchanged, so it is rejected before any setting.
    admit(&connection, path, file_version)?;
    prepare(&connection).map_err(failed)?;
    Ok(connection)
}

/// Creates a database in a new file.
///
/// It has no write-ahead log yet: no error would tell whether the log was merged when the database is closed,
/// and the file is moved without it.
pub(super) fn to_fill(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    settle(&connection)?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    add_schema(&connection)?;
    Ok(connection)
}

/// Sets the connection so that every announced result survives a power cut.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    settle(connection)
}

fn settle(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", false)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Rejects foreign databases, those of another version, and unreadable ones.
fn admit(connection: &Connection, path: &Path, version: i64) -> Result<(), ReadError> {
    let application = connection.pragma_query_value(None, "application_id", |row| row.get(0));
    let application: i32 = application.map_err(|error| ReadError::sql(path, error))?;
    let path = path.to_owned();
    match version {
        _ if application != APPLICATION => Err(ReadError::Foreign { path }),
        ..=0 => Err(ReadError::Empty { path }),
        VERSION => admit_format(connection, path),
        _ => Err(ReadError::Version {
            path,
            found: version,
        }),
    }
}

/// Rejects records and config revisions in a format that this referee does not read. Missing data is reported
/// by the query that needs it.
fn admit_format(connection: &Connection, path: PathBuf) -> Result<(), ReadError> {
    let format = connection.query_row("SELECT format FROM run", [], |row| row.get(0));
    match format.optional() {
        Err(error) => Err(ReadError::sql(&path, error)),
        Ok(Some(found)) if found != i64::from(FORMAT) => Err(ReadError::Format { path, found }),
        Ok(_) => Ok(()),
    }
}

/// Creates an empty database in memory with the full schema.
pub(super) fn empty() -> rusqlite::Result<Connection> {
    let connection = Connection::open_in_memory()?;
    add_schema(&connection)?;
    Ok(connection)
}

fn add_schema(connection: &Connection) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    transaction.execute_batch(SCHEMA)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}
