//! Notices that a database was moved or removed while it is written, and keeps what was recorded.
//!
//! `SQLite` writes on into files that have no name any more, or whose log has another name than it looks for.

use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rusqlite::types::{ToSqlOutput, ValueRef};

use super::file_lock::{FileId, FileLock, file_id, is_elsewhere};
use super::reserved::Reserved;
use super::write_db::{WriteDb, sync_folder};
use crate::error::WriteError;

/// The files of an open database, as they were when it was opened.
pub(super) struct OpenFiles {
    database: PathBuf,
    /// Its log and the shared index of that.
    beside: Vec<(PathBuf, Option<FileId>)>,
}

impl OpenFiles {
    /// Notes the files of a database that was just opened; its path has no links.
    pub(super) fn of(database: &Path) -> OpenFiles {
        let beside = ["-wal", "-shm"].map(|end| {
            let mut name = database.as_os_str().to_owned();
            name.push(end);
            let path = PathBuf::from(name);
            let id = file_id(&path);
            (path, id)
        });
        OpenFiles {
            database: database.to_owned(),
            beside: beside.into(),
        }
    }

    /// Describes what has happened to the files; `None` if they are where they were.
    fn change(&self, lock: &FileLock) -> Option<String> {
        if !lock.is_at(&self.database) {
            let removed = lock.names().is_ok_and(|names| names == 0);
            let what = if removed { "removed" } else { "moved" };
            return Some(format!("it was {what}"));
        }
        let (path, _) = self
            .beside
            .iter()
            .find(|(path, id)| id.is_some_and(|id| is_elsewhere(path, id)))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Some(format!("{name} beside it was removed or replaced"))
    }

    /// Removes the log and its index, which no database has any more.
    fn clear(&self) {
        for (path, id) in &self.beside {
            if id.is_some() && file_id(path) == *id {
                // What can't be removed holds no results: they are all in a database.
                let _ = fs::remove_file(path);
            }
        }
    }
}

impl WriteDb {
    /// Returns an error if the files are no longer where they were when the database was opened; it says where
    /// the results are. The database must not be used for writing then.
    pub(super) fn still_there(&self) -> Result<(), WriteError> {
        match self.files.change(&self.lock) {
            None => Ok(()),
            Some(what) => Err(WriteError::Moved {
                path: self.path.clone(),
                what,
                kept: self.keep(),
            }),
        }
    }

    /// Brings all recorded results into a database that has a name; says in words where they are.
    fn keep(&self) -> String {
        let whole = self
            .connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
            .is_ok_and(|busy: bool| !busy);
        let there = self.lock.is_at(&self.files.database);
        if whole && self.lock.names().is_ok_and(|names| names > 0) {
            if there {
                return "is in the database: give the same command again".to_owned();
            }
            self.files.clear();
            let place = self.lock.path();
            let place = place.map_or(String::new(), |path| format!(" as {}", path.display()));
            return format!(
                "is in the database{place}: move it back, and give the same command again"
            );
        }
        match self.copy() {
            Ok(copy) => {
                if !there {
                    self.files.clear();
                }
                let copy = copy.display();
                format!(
                    "is saved as {copy}: move that to this name, and give the same command again"
                )
            }
            Err(why) => format!("can't be saved: {why}"),
        }
    }

    /// Writes all recorded results into a new database, under the next free name.
    fn copy(&self) -> Result<PathBuf, WriteError> {
        let reserved = Reserved::next(&self.path)?;
        let path = reserved.path().to_owned();
        let bytes = ToSqlOutput::Borrowed(ValueRef::Text(path.as_os_str().as_bytes()));
        let copied = self.connection.execute("VACUUM INTO ?", [bytes]);
        if let Err(error) = copied {
            // A part of a database is of no use, and would be in the way of the next one.
            let _ = fs::remove_file(&path);
            return Err(WriteError::sql(&path, &error));
        }
        let synced = File::open(&path).and_then(|file| file.sync_all());
        let synced = synced.and_then(|()| sync_folder(&path));
        synced.map_err(|source| WriteError::Open {
            path: path.clone(),
            source,
        })?;
        Ok(path)
    }
}
