//! Errors of reading and writing a file of results.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::format::{FORMAT, VERSION};

/// Why a file of results cannot be read, or only in part.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The system cannot read it.
    #[error("{path}: the file of results can't be read: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file ends before its header is complete.
    #[error("{path}: the file has no complete header, so nothing was recorded; start the run anew")]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The last line is incomplete; everything before it is intact.
    #[error(
        "{path}: line {line} is torn, as when the machine stops while it is written; what is before \
         it is sound"
    )]
    Torn {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
    },
    /// Neither a database nor an export of a referee.
    #[error(
        "{path}: this isn't a file of results; give the .db that `referee run` wrote, or its export \
         to .jsonl"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A line that no referee wrote like this; nothing from here on can be trusted.
    #[error("{path}: line {line} is damaged: {why}{}", trust(*line))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// The damage of the line.
        why: Damage,
    },
    /// A database of another version.
    #[error(
        "{path}: the database has version {found}, and this referee knows version {VERSION}; \
         use the referee that wrote it"
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
    },
    /// A database whose records have another format.
    #[error(
        "{path}: its records are of format {found}, and this referee reads format {FORMAT}; use the \
         referee that wrote it"
    )]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
    },
    /// Results in the log next to the database that cannot be read in this folder.
    #[error(
        "{path}: results that belong to it are in {} beside it, and to read them the folder must be \
         writable and its disk have room; copy both files into one that is so", wal(path).display()
    )]
    Stranded {
        /// The file.
        path: PathBuf,
    },
    /// A database that was cut off, overwritten or changed by another program.
    #[error(
        "{path}: the database is damaged: {why}; go back to a copy of it; `referee verify FILE` says \
         whether something of it can be saved"
    )]
    Broken {
        /// The file.
        path: PathBuf,
        /// Description of the damage.
        why: String,
    },
    /// The database fails.
    #[error("{path}: the database can't be read: {source}{}", again(source))]
    Database {
        /// The file.
        path: PathBuf,
        /// The error of the database.
        source: rusqlite::Error,
    },
}

/// Returns a note on what is left after damage; before the first line there is nothing.
fn trust(line: u64) -> &'static str {
    match line {
        1 => "",
        _ => "; only what is before it can be trusted",
    }
}

/// Returns the path of the write-ahead log, the file next to a database with the latest commits.
pub(crate) fn wal(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Damage of a line.
#[derive(Debug, Error)]
pub enum Damage {
    /// Not of the form `{"record":…,"hash":"…"}`.
    #[error("it isn't of the form {{\"{0}\":…,\"hash\":\"…\"}}")]
    Form(&'static str),
    /// Changed, or a line before it is missing, added or moved.
    #[error(
        "its hash doesn't follow from it and the line before: it was changed, or lines were taken \
         out, put in or moved"
    )]
    Hash,
    /// The hash is right, but the content can't be read.
    #[error("its content can't be read: {0}")]
    Content(serde_json::Error),
    /// Written by a referee with another format.
    #[error(
        "it is of format {0}, and this referee reads format {FORMAT}; use one of the version that \
         wrote it"
    )]
    Format(u64),
    /// Longer than any line that a referee writes.
    #[error("it is longer than 64 MiB")]
    Length,
}

/// Why results could not be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The file could not be created.
    #[error(
        "{path}: the file of results can't be created: {source}; {}, or give another name",
        remedy(source)
    )]
    Create {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Another referee is writing to it.
    #[error(
        "{path}: another referee has begun a run in this file: {holder}; wait until it has ended, or \
         stop it"
    )]
    Busy {
        /// The file.
        path: PathBuf,
        /// The process that has the lock, in words.
        holder: String,
    },
    /// A file with several names (hard links).
    #[error(
        "{path}: this file has {names} names (hard links), and results that are written by one of them are \
         damaged by the others; remove all but one, or go on in a copy"
    )]
    Linked {
        /// The file.
        path: PathBuf,
        /// The number of names.
        names: u64,
    },
    /// An export, which cannot be continued as a run.
    #[error(
        "{path}: this is an export; a run goes on in the .db that `referee run` wrote, and an export \
         can only be read"
    )]
    Export {
        /// The file.
        path: PathBuf,
    },
    /// The existing file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The system denies what is needed for writing.
    #[error(
        "{path}: the file of results can't be gone on with: {source}; {}",
        remedy(source)
    )]
    Open {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The database can take no more records; committed ones stay.
    #[error(
        "{path}: results can't be written: {why}; all that was recorded before is kept: {advice}, then \
         give the same command again"
    )]
    Failed {
        /// The file.
        path: PathBuf,
        /// The error of the database.
        why: String,
        /// Advice on what to do.
        advice: &'static str,
    },
    /// The database was moved or removed while it was written; committed records are kept.
    #[error("{path}: {what} while results were written; all that was recorded before {kept}")]
    Moved {
        /// The file, as it was named.
        path: PathBuf,
        /// What has happened to it.
        what: String,
        /// Where the results are, and what to do.
        kept: String,
    },
    /// A ruling that does not apply to any attempt.
    #[error("{path}: {why}")]
    Ruling {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
}

/// Advice for a full disk.
const ROOM: &str = "make room on the disk";
/// Advice for a disk that fails; at a quota or a limit of the system it only seems to fail.
const DISK: &str = "make room on the disk if it is full or a limit is reached, and see with `dmesg` \
                    whether it fails";

/// Returns advice for an error of the system.
fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull => "make room on the disk and give the same command again",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "make the folder writable"
        }
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => "make the folder",
        io::ErrorKind::AlreadyExists => {
            "give the same command again to go on with what somebody else has begun there just now"
        }
        _ => {
            "make room on the disk if it is full or a limit is reached, see with `dmesg` whether it \
             fails, and give the same command again"
        }
    }
}

/// Returns advice for a disk that fails while it is read.
fn again(error: &rusqlite::Error) -> &'static str {
    use rusqlite::ErrorCode::{CannotOpen, DiskFull, SystemIoFailure};
    match error.sqlite_error_code() {
        Some(CannotOpen) => "; make its folder writable, and room on the disk",
        Some(DiskFull | SystemIoFailure) => {
            "; see with `dmesg` whether the disk fails, and give the same command again"
        }
        _ => "",
    }
}

/// Returns true if the user who named the file could not have known that the system would report this.
fn is_unforeseen(error: &io::Error) -> bool {
    !matches!(
        error.kind(),
        io::ErrorKind::NotFound
            | io::ErrorKind::AlreadyExists
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::PermissionDenied
    )
}

impl ReadError {
    /// Returns true if the machine failed, such as its disk, and not the input.
    pub fn is_machines(&self) -> bool {
        match self {
            ReadError::Io { source, .. } => is_unforeseen(source),
            // The first bytes could be read before.
            ReadError::Database { .. } => true,
            _ => false,
        }
    }

    /// Makes an error from one of the database: damage of the file, or a failure of the database.
    pub(crate) fn sql(path: &Path, source: rusqlite::Error) -> ReadError {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        let path = path.to_owned();
        let shape = matches!(
            source,
            rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::QueryReturnedNoRows
        );
        match source.sqlite_error_code() {
            Some(NotADatabase | DatabaseCorrupt) => {}
            _ if shape || is_gone(&source) => {}
            _ => return ReadError::Database { path, source },
        }
        ReadError::Broken {
            path,
            why: words(&source),
        }
    }
}

/// Returns true if a table or a column is missing that every database of a referee has.
fn is_gone(error: &rusqlite::Error) -> bool {
    let why = words(error);
    ["no such table", "no such column"]
        .iter()
        .any(|what| why.starts_with(what))
}

/// Returns the message of a database error, without the query.
fn words(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::FromSqlConversionFailure(_, _, why) => why.to_string(),
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        error => error.to_string(),
    }
}

impl WriteError {
    /// Returns true if the machine failed, such as its disk, and not the input.
    pub fn is_machines(&self) -> bool {
        match self {
            WriteError::Create { source, .. } | WriteError::Open { source, .. } => {
                is_unforeseen(source)
            }
            WriteError::Read(error) => error.is_machines(),
            WriteError::Failed { .. } | WriteError::Moved { .. } => true,
            _ => false,
        }
    }

    /// Makes an error from one of the database, with advice.
    pub(crate) fn sql(path: &Path, source: &rusqlite::Error) -> WriteError {
        use rusqlite::ErrorCode::{CannotOpen, DiskFull, ReadOnly, SystemIoFailure};
        let advice = match source.sqlite_error_code() {
            Some(DiskFull) => ROOM,
            Some(SystemIoFailure) => DISK,
            Some(ReadOnly | CannotOpen) => {
                "make the file and its folder writable, and room on the disk"
            }
            _ => "check the file with `referee verify`",
        };
        WriteError::Failed {
            path: path.to_owned(),
            why: words(source),
            advice,
        }
    }
}
