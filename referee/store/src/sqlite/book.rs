//! A database that is being written into, and what its writer keeps in mind.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use referee_stats::Tallies;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::link::{Chain, Entry, Kind};
use super::lock::Lock;
use super::open;
use super::pack;
use super::past;
use super::prefix::Prefix;
use super::tallies;
use super::texts;
use super::words::Numbers;
use crate::error::{ReadError, WriteError};
use crate::header::{Header, Sitting};
use crate::run::{Form, sniff};

/// An open database of ours alone.
pub(super) struct Book {
    pub(super) connection: Connection,
    pub(super) path: PathBuf,
    pub(super) state: State,
    pub(super) tallies: Arc<Mutex<Tallies>>,
    /// Given back last of all.
    _lock: Lock,
}

/// What of the database is at hand, so that it needn't be asked.
pub(super) struct State {
    pub(super) numbers: Numbers,
    pub(super) dictionary: Option<Vec<u8>>,
    pub(super) chain: Chain,
    pub(super) prefix: Prefix,
}

impl Book {
    /// A new file. None is ever overwritten: where `runs/cup.db` exists it becomes `runs/cup-2.db`,
    /// and so on.
    pub(super) fn create(path: &Path, header: &Header) -> Result<Book, WriteError> {
        let mut number = 1;
        loop {
            let path = numbered(path, number);
            number += 1;
            let created = |source| WriteError::Create {
                path: path.clone(),
                source,
            };
            if fs::exists(&path).map_err(created)? {
                continue;
            }
            let lock = match Lock::take(&path) {
                Ok(lock) => lock,
                // Somebody is just making it.
                Err(WriteError::Busy { .. }) => continue,
                Err(WriteError::Open { source, .. }) => return Err(created(source)),
                Err(error) => return Err(error),
            };
            if !fs::exists(&path).map_err(created)? {
                make(&path, header)?;
                return Book::load(path, lock);
            }
        }
    }

    /// A file that is there.
    pub(super) fn open(path: &Path) -> Result<Book, WriteError> {
        let path = path.to_owned();
        if sniff(&path)? == Form::Lines {
            return Err(WriteError::Export { path });
        }
        let lock = Lock::take(&path)?;
        Book::load(path, lock)
    }

    fn load(path: PathBuf, lock: Lock) -> Result<Book, WriteError> {
        let connection = open::to_write(&path).map_err(|error| match error {
            // It wants to write too.
            ReadError::Database { path, source } => WriteError::sql(&path, &source),
            error => error.into(),
        })?;
        let failed = |error| ReadError::sql(&path, error);
        let state = State::load(&connection).map_err(failed)?;
        let tallies = tallies::load(&connection, true).map_err(failed)?;
        Ok(Book {
            connection,
            path,
            state,
            tallies: Arc::new(Mutex::new(tallies)),
            _lock: lock,
        })
    }

    /// Notes that the run goes on.
    pub(super) fn sit(&self, sitting: &Sitting) -> Result<(), WriteError> {
        let added = texts::add_sitting(&self.connection, sitting);
        added.map_err(|error| WriteError::sql(&self.path, &error))
    }
}

impl State {
    fn load(connection: &Connection) -> rusqlite::Result<State> {
        let rulings = texts::rulings(connection)?;
        Ok(State {
            numbers: Numbers::default(),
            dictionary: pack::stored(connection)?,
            chain: Chain::stored(connection)?,
            prefix: past::prefix(connection, &rulings)?,
        })
    }
}

/// A transaction that may write.
pub(super) fn begin(connection: &Connection) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(connection, TransactionBehavior::Immediate)
}

/// Makes a database under another name first, so that no file is ever there without its header.
fn make(path: &Path, header: &Header) -> Result<(), WriteError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let created = |source| WriteError::Create {
        path: path.to_owned(),
        source,
    };
    let filled = discard(&new)
        .and_then(|()| fill(&new, header).map_err(io::Error::other))
        .and_then(|()| fs::rename(&new, path))
        .and_then(|()| sync_folder(path));
    if filled.is_err() {
        // It was made just now, and there is nothing in it.
        let _ = discard(&new);
    }
    filled.map_err(created)
}

/// Removes what a referee that was killed has left.
fn discard(new: &Path) -> io::Result<()> {
    for suffix in ["", "-journal", "-wal", "-shm"] {
        let mut name = new.as_os_str().to_owned();
        name.push(suffix);
        match fs::remove_file(PathBuf::from(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn fill(path: &Path, header: &Header) -> rusqlite::Result<()> {
    let connection = open::to_fill(path)?;
    let transaction = begin(&connection)?;
    transaction.execute(
        "INSERT INTO run (one, format, master, began_ms, closed) VALUES (1, ?, ?, ?, 0)",
        (header.format, header.master.to_string(), header.began_ms),
    )?;
    let mut chain = Chain::default();
    for edition in header.editions() {
        let (number, digest) = texts::add_edition(&transaction, header, edition)?;
        let entry = Entry {
            kind: Kind::Edition,
            number,
            attempt: 0,
            digest,
        };
        chain.append(&transaction, &entry)?;
    }
    for sitting in &header.sittings {
        texts::add_sitting(&transaction, sitting)?;
    }
    tallies::save(&transaction, &mut Tallies::new(&header.names()))?;
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)
}

/// So that the name outlasts a power cut too.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// `cup.db`, then `cup-2.db`, `cup-3.db` …
fn numbered(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
