//! Stores games with human players in a separate database, one row per game.
//!
//! The caller decides what a row contains. A stored game survives a power cut, and only one process can open
//! the file at a time.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension};
use thiserror::Error;

/// Application id in the first bytes of such a database: `RFPL`.
pub(crate) const APPLICATION: i32 = 0x5246_504c;
/// Version of the databases that this referee writes.
const VERSION: i64 = 1;
const SCHEMA: &str =
    "CREATE TABLE games (id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID";
/// Longest wait for another process that has the file open.
const PATIENCE: Duration = Duration::from_millis(200);

/// An open database of games with human players.
pub struct HumanGameStore {
    connection: Connection,
    path: PathBuf,
}

/// Why games with human players cannot be read or stored.
#[derive(Debug, Error)]
pub enum PeopleError {
    /// Another process has the file open.
    #[error(
        "{path}: another referee has these games open; end it, or give another file by --people"
    )]
    Taken {
        /// The file.
        path: PathBuf,
    },
    /// The file contains something else.
    #[error(
        "{path}: these aren't games of people, or a newer referee's; give another file by --people"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The database fails.
    #[error("{path}: games of people can't be kept there: {source}")]
    Database {
        /// The file.
        path: PathBuf,
        /// The error of the database.
        source: rusqlite::Error,
    },
}

impl HumanGameStore {
    /// Opens the file, or creates it. Returns an error if another process has it open, if it contains
    /// something else, or if the database fails.
    pub fn open(path: &Path) -> Result<HumanGameStore, PeopleError> {
        let failed = |source: rusqlite::Error| explained(path, source);
        let connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let objects = || {
            let count = "SELECT count(*) FROM sqlite_schema";
            connection.query_row(count, [], |row| row.get::<_, i64>(0))
        };
        let identity =
            pragma("application_id").and_then(|id| Ok((id, pragma("user_version")?, objects()?)));
        let new = match identity.map_err(failed)? {
            (0, 0, 0) => true,
            (id, VERSION, _) if id == i64::from(APPLICATION) => false,
            _ => {
                return Err(PeopleError::Foreign {
                    path: path.to_owned(),
                });
            }
        };
        let settle = || -> rusqlite::Result<()> {
            connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            if new {
                connection.execute_batch(&format!(
                    "BEGIN IMMEDIATE; {SCHEMA}; PRAGMA application_id = {APPLICATION}; \
                     PRAGMA user_version = {VERSION}; COMMIT"
                ))?;
            }
            // Takes the write lock: otherwise two processes that only read could both open the file.
            connection.execute_batch("BEGIN IMMEDIATE; COMMIT")
        };
        settle().map_err(failed)?;
        Ok(HumanGameStore {
            path: path.to_owned(),
            connection,
        })
    }

    /// Stores a game, replacing its earlier text.
    pub fn keep(&self, id: &str, text: &str) -> Result<(), PeopleError> {
        let statement = "INSERT INTO games (id, text) VALUES (?, ?) \
                         ON CONFLICT (id) DO UPDATE SET text = excluded.text";
        let mut statement = self
            .connection
            .prepare_cached(statement)
            .map_err(|e| self.failed(e))?;
        statement.execute([id, text]).map_err(|e| self.failed(e))?;
        Ok(())
    }

    /// Returns the stored text of a game; `None` if there is no such game.
    pub fn find(&self, id: &str) -> Result<Option<String>, PeopleError> {
        let question = "SELECT text FROM games WHERE id = ?";
        let game_text = self.connection.query_row(question, [id], |row| row.get(0));
        game_text.optional().map_err(|e| self.failed(e))
    }

    fn failed(&self, source: rusqlite::Error) -> PeopleError {
        explained(&self.path, source)
    }
}

fn explained(path: &Path, source: rusqlite::Error) -> PeopleError {
    let path = path.to_owned();
    match source.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => PeopleError::Taken { path },
        Some(ErrorCode::NotADatabase) => PeopleError::Foreign { path },
        _ => PeopleError::Database { path, source },
    }
}
