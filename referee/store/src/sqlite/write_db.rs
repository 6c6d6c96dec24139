//! A database that is open for writing, and the state that its writer keeps in memory.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use referee_record::RunSession;
use referee_stats::Tallies;
use rusqlite::Connection;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

use super::chain_prefix::ChainPrefix;
use super::file_kind::{FileKind, sniff};
use super::file_lock::FileLock;
use super::hash_chain::ChainTail;
use super::known_database::KnownDatabase;
use super::lock::{Lock, folder};
use super::moved::OpenFiles;
use super::open;
use super::pack::{self, RecordPacker};
use super::reserved::Reserved;
use super::resume_state;
use super::tallies;
use super::texts::{self, JsonRoom};
use super::word_table::Numbers;
use crate::chain::EntryKind;
use crate::error::{ReadError, WriteError};
use crate::header::Header;

/// An open database that only this process may write to.
pub(super) struct WriteDb {
    pub(super) connection: Connection,
    pub(super) path: PathBuf,
    pub(super) state: DatabaseState,
    pub(super) tallies: Arc<Mutex<Tallies>>,
    pub(super) seen: KnownDatabase,
    pub(super) files: OpenFiles,
    pub(super) room: JsonRoom,
    // The last fields, so that the locks are released last.
    pub(super) lock: FileLock,
    _name: Lock,
}

/// Data of the database that is kept in memory, to save queries.
pub(super) struct DatabaseState {
    pub(super) numbers: Numbers,
    /// The config revision that is in force, counted from 0.
    pub(super) revision: u32,
    pub(super) packer: Option<RecordPacker>,
    pub(super) chain: ChainTail,
    pub(super) prefix: ChainPrefix,
}

impl WriteDb {
    /// Creates a new file with this header.
    pub(super) fn create(reserved: Reserved, header: &Header) -> Result<WriteDb, WriteError> {
        let Reserved { path, lock } = reserved;
        make(&path, |new| fill(new, header))?;
        WriteDb::load(path, lock)
    }

    /// Opens an existing file.
    pub(super) fn open(path: &Path) -> Result<WriteDb, WriteError> {
        let path = path.to_owned();
        if sniff(&path)? == FileKind::Lines {
            return Err(WriteError::Export { path });
        }
        let lock = Lock::take(&path)?;
        WriteDb::load(path, lock)
    }

    fn load(path: PathBuf, name: Lock) -> Result<WriteDb, WriteError> {
        let lock = name.of_file(&path)?;
        let connection = open::to_write(&path).map_err(|error| match error {
            // Opening for writing already writes, so this is an error of writing.
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
            files: OpenFiles::of(name.database()),
            room: JsonRoom::default(),
            lock,
            _name: name,
        })
    }

    /// Adds a session to the run.
    pub(super) fn begin_session(&mut self, session: &RunSession) -> Result<(), WriteError> {
        self.still_there()?;
        let begun = self.seen.begin(&self.connection);
        let added = begun.and_then(|transaction| {
            self.state.add_session(&transaction, session)?;
            self.seen.commit(transaction)
        });
        added.map_err(|error| WriteError::sql(&self.path, &error))
    }
}

impl DatabaseState {
    fn load(connection: &Connection) -> rusqlite::Result<DatabaseState> {
        let rulings = texts::rulings(connection)?;
        let dictionary = pack::stored(connection)?;
        let packer = dictionary.map(|dictionary| RecordPacker::new(&dictionary));
        Ok(DatabaseState {
            numbers: Numbers::default(),
            revision: connection.query_row(
                "SELECT max(count(*), 1) - 1 FROM revisions",
                [],
                |row| row.get(0),
            )?,
            packer: packer.transpose()?,
            chain: ChainTail::stored(connection)?,
            prefix: resume_state::prefix(connection, &rulings)?,
        })
    }
}

/// Creates a database under another name first, so that no file ever exists without its header.
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
        .and_then(|()| rename_new(&new, path))
        .and_then(|()| sync_folder(path));
    if filled.is_err() {
        // The file is new, and contains no results.
        let _ = discard(&new);
    }
    filled.map_err(created)
}

/// Gives a new file its name; returns an error if there is a file of that name.
fn rename_new(new: &Path, path: &Path) -> io::Result<()> {
    match renameat_with(CWD, new, CWD, path, RenameFlags::NOREPLACE) {
        // Not every file system can do that in one step.
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) if !fs::exists(path)? => {
            fs::rename(new, path)
        }
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
            Err(io::ErrorKind::AlreadyExists.into())
        }
        named => Ok(named?),
    }
}

/// Removes files that a killed referee has left.
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
    let mut chain = ChainTail::default();
    let origin = texts::add_origin(&transaction, &header.origin())?;
    chain.append_text(&transaction, EntryKind::Header, (0, origin))?;
    for revision in header.revisions() {
        let added = texts::add_revision(&transaction, revision)?;
        chain.append_text(&transaction, EntryKind::Revision, added)?;
    }
    for session in &header.sessions {
        let added = texts::add_session(&transaction, session)?;
        chain.append_text(&transaction, EntryKind::Session, added)?;
    }
    tallies::save(&transaction, &mut Tallies::new(&header.names()))?;
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)
}

/// Syncs the folder of a file, so that its name survives a power cut, too.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder(path))?.sync_all()
}
