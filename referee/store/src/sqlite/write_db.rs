//! A database that is being written into, and what its writer keeps in mind.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use referee_stats::Tallies;
use rusqlite::Connection;

use super::chain_prefix::ChainPrefix;
use super::hash_chain::{ChainTail, EntryKind};
use super::known_database::KnownDatabase;
use super::lock::{Lock, folder};
use super::open;
use super::pack;
use super::reserved::Reserved;
use super::resume_state;
use super::tallies;
use super::texts;
use super::word_table::Numbers;
use crate::error::{ReadError, WriteError};
use crate::header::{Header, RunSession};
use crate::run::{FileKind, sniff};

/// An open database of ours alone.
pub(super) struct WriteDb {
    pub(super) connection: Connection,
    pub(super) path: PathBuf,
    pub(super) state: DatabaseState,
    pub(super) tallies: Arc<Mutex<Tallies>>,
    pub(super) seen: KnownDatabase,
    /// Given back last of all.
    _lock: Lock,
}

/// What of the database is at hand, so that it needn't be asked.
pub(super) struct DatabaseState {
    pub(super) numbers: Numbers,
    pub(super) dictionary: Option<Vec<u8>>,
    pub(super) chain: ChainTail,
    pub(super) prefix: ChainPrefix,
}

impl WriteDb {
    /// A new file.
    pub(super) fn create(reserved: Reserved, header: &Header) -> Result<WriteDb, WriteError> {
        let Reserved { path, lock } = reserved;
        make(&path, |new| fill(new, header))?;
        WriteDb::load(path, lock)
    }

    /// A file that is there.
    pub(super) fn open(path: &Path) -> Result<WriteDb, WriteError> {
        let path = path.to_owned();
        if sniff(&path)? == FileKind::Lines {
            return Err(WriteError::Export { path });
        }
        let lock = Lock::take(&path)?;
        WriteDb::load(path, lock)
    }

    fn load(path: PathBuf, lock: Lock) -> Result<WriteDb, WriteError> {
        let connection = open::to_write(&path).map_err(|error| match error {
            // It wants to write too.
            ReadError::Database { path, source } => WriteError::sql(&path, &source),
            error => error.into(),
        })?;
        let failed = |error| ReadError::sql(&path, error);
        let seen = KnownDatabase::now(&connection).map_err(failed)?;
        let state = DatabaseState::load(&connection).map_err(failed)?;
        let tallies = tallies::load(&connection, true).map_err(failed)?;
        Ok(WriteDb {
            connection,
            path,
            state,
            tallies: Arc::new(Mutex::new(tallies)),
            seen,
            _lock: lock,
        })
    }

    /// Notes that the run goes on.
    pub(super) fn sit(&mut self, sitting: &RunSession) -> Result<(), WriteError> {
        let begun = self.seen.begin(&self.connection);
        let added = begun.and_then(|transaction| {
            let added = texts::add_sitting(&transaction, sitting)?;
            let chain = &mut self.state.chain;
            chain.append_text(&transaction, EntryKind::Sitting, added)?;
            self.seen.commit(transaction)
        });
        added.map_err(|error| WriteError::sql(&self.path, &error))
    }
}

impl DatabaseState {
    fn load(connection: &Connection) -> rusqlite::Result<DatabaseState> {
        let rulings = texts::rulings(connection)?;
        Ok(DatabaseState {
            numbers: Numbers::default(),
            dictionary: pack::stored(connection)?,
            chain: ChainTail::stored(connection)?,
            prefix: resume_state::prefix(connection, &rulings)?,
        })
    }
}

/// Makes a database under another name first, so that no file is ever there without its header.
pub(super) fn make(
    path: &Path,
    fill: impl FnOnce(&Path) -> rusqlite::Result<()>,
) -> Result<(), WriteError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let created = |source| WriteError::Create {
        path: path.to_owned(),
        source,
    };
    let filled = discard(&new)
        .and_then(|()| fill(&new).map_err(io::Error::other))
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
    let transaction = connection.unchecked_transaction()?;
    let shared = (header.format, header.master.to_string(), header.began_ms);
    texts::add_run(&transaction, shared)?;
    let mut chain = ChainTail::default();
    for edition in header.editions() {
        let added = texts::add_edition(&transaction, header, edition)?;
        chain.append_text(&transaction, EntryKind::Edition, added)?;
    }
    for sitting in &header.sittings {
        let added = texts::add_sitting(&transaction, sitting)?;
        chain.append_text(&transaction, EntryKind::Sitting, added)?;
    }
    tallies::save(&transaction, &mut Tallies::new(&header.names()))?;
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)
}

/// So that the name outlasts a power cut too.
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder(path))?.sync_all()
}
