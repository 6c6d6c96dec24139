//! The lock of a database file itself, which holds whatever names the file has, and if they change.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata, TryLockError};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::Duration;

use rustix::io::Errno;

/// Number of further tries at a lock that another process has.
const LOOKS: u32 = 20;
/// Time between two tries.
const LOOK: Duration = Duration::from_millis(10);

/// Device and number of a file, which stay when it is renamed.
pub(super) type FileId = (u64, u64);

/// Databases that this process has locked, and whether it holds the lock now. Their descriptors stay open: to close
/// any descriptor of a file releases all POSIX locks that the process has on it, and so those of `SQLite`
/// (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
static LOCKED: Mutex<BTreeMap<FileId, (&'static File, bool)>> = Mutex::new(BTreeMap::new());

fn locked() -> MutexGuard<'static, BTreeMap<FileId, (&'static File, bool)>> {
    LOCKED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the device and number of the file at a path; `None` if there is none.
pub(super) fn file_id(path: &Path) -> Option<FileId> {
    fs::metadata(path).ok().map(|file| id(&file))
}

/// Returns true if a path leads to another file than this one, or to none. What can't be looked at is taken to be
/// there: a disk or server that fails says so when it is written to.
pub(super) fn is_elsewhere(path: &Path, file: FileId) -> bool {
    match fs::metadata(path) {
        Ok(there) => id(&there) != file,
        Err(error) => matches!(
            error.kind(),
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
        ),
    }
}

/// Locks a file. Tries again for a moment, since whoever looks if it is locked has it locked meanwhile.
pub(super) fn lock_soon(file: &File) -> Result<(), TryLockError> {
    for _ in 0..LOOKS {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => sleep(LOOK),
            other => return other,
        }
    }
    file.try_lock()
}

fn id(file: &Metadata) -> FileId {
    (file.dev(), file.ino())
}

/// Returns true if this process has locked this database at some time. Then only `SQLite` may open that file.
pub(super) fn is_ours(database: &Path) -> bool {
    file_id(database).is_some_and(|id| locked().contains_key(&id))
}

/// Returns true if a file is locked, by this process or another one.
pub(super) fn is_locked(path: &Path, open: impl FnOnce(&Path) -> Option<File>) -> bool {
    let ours = file_id(path).and_then(|id| locked().get(&id).map(|(_, held)| *held));
    let others = |file: File| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    ours.unwrap_or_else(|| open(path).is_some_and(others))
}

/// The lock of a database file, held until it is dropped or the process ends in any way.
#[derive(Debug)]
pub(super) struct FileLock {
    file: &'static File,
    id: FileId,
}

impl FileLock {
    /// Takes the lock of an existing database; `None` if this process or another one has it. The database must
    /// not be open in `SQLite`, unless this process has locked it before.
    pub(super) fn take(path: &Path) -> io::Result<Option<FileLock>> {
        let mut locked = locked();
        let found = id(&fs::metadata(path)?);
        let id = if locked.contains_key(&found) {
            found
        } else {
            // For reading only: NFS then refuses the lock, which there would keep out those of `SQLite`.
            let file = File::open(path)?;
            let id = id(&file.metadata()?);
            locked
                .entry(id)
                .or_insert((Box::leak(Box::new(file)), false));
            id
        };
        let Some((file, held)) = locked.get_mut(&id) else {
            return Ok(None);
        };
        if *held {
            return Ok(None);
        }
        match lock_soon(file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            // Some network file systems have no such locks; there only the lock file keeps others out.
            Err(TryLockError::Error(error)) if is_unsupported(&error) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        *held = true;
        Ok(Some(FileLock { file, id }))
    }

    /// Returns true if this path leads to the file.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        !is_elsewhere(path, self.id)
    }

    /// Returns the number of names (hard links) that the file has now; 0 if it was removed.
    pub(super) fn names(&self) -> io::Result<u64> {
        self.file.metadata().map(|file| file.nlink())
    }

    /// Returns the path that the file has now, if the system says so.
    pub(super) fn path(&self) -> Option<PathBuf> {
        let path = fs::read_link(format!("/proc/self/fd/{}", self.file.as_raw_fd())).ok()?;
        self.is_at(&path).then_some(path)
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // The lock of a file that can't be unlocked ends with the process.
        let _ = self.file.unlock();
        if let Some((_, held)) = locked().get_mut(&self.id) {
            *held = false;
        }
    }
}

fn is_unsupported(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::Unsupported
        || error.raw_os_error() == Some(Errno::BADF.raw_os_error())
}
