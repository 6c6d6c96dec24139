//! Recognises files of results without opening them as databases.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::lock::{is_lock, is_ours};
use super::open::APPLICATION;
use crate::error::ReadError;
use crate::human_games;

/// Suffixes of the files next to a database while it is written.
const BESIDE: [&str; 4] = ["-wal", "-shm", "-journal", ".lock"];
/// Smallest size of a `SQLite` file, in bytes.
const PAGE: usize = 512;
/// First bytes of a `SQLite` file, and the position of the application id in it
/// (<https://www.sqlite.org/fileformat.html#the_database_header>).
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const NUMBER: std::ops::Range<usize> = 68..72;

/// Kind of a file, judged by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    Database,
    Lines,
}

/// Determines the kind of a file from its first bytes.
pub(crate) fn sniff(path: &Path) -> Result<FileKind, ReadError> {
    if is_ours(path) {
        return Ok(FileKind::Database);
    }
    let mut begin = Vec::new();
    let page = PAGE as u64;
    let read = File::open(path).and_then(|file| file.take(page).read_to_end(&mut begin));
    let path = path.to_owned();
    match read {
        Err(source) => Err(ReadError::Io { path, source }),
        Ok(0) => Err(ReadError::Empty { path }),
        Ok(PAGE) if begin.starts_with(MAGIC) => Ok(FileKind::Database),
        Ok(_) if begin.starts_with(MAGIC) || MAGIC.starts_with(&begin) => Err(ReadError::Broken {
            path,
            why: "it was cut off in its first bytes".to_owned(),
        }),
        Ok(_) => Ok(FileKind::Lines),
    }
}

/// Returns true if a file contains results or games with human players, or is next to such a file while that
/// is written.
pub fn is_results(path: &Path) -> bool {
    let name = path.as_os_str().as_bytes();
    let beside = |end: &str| {
        let base = name.strip_suffix(end.as_bytes());
        base.is_some_and(|base| is_database(&PathBuf::from(OsStr::from_bytes(base))))
    };
    is_database(path) || BESIDE.iter().any(|end| beside(end)) || is_early_lock(path)
}

/// Returns true if a file is the lock of a database that does not exist yet.
fn is_early_lock(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "lock") && is_lock(path)
}

fn is_file(path: &Path) -> bool {
    // Opening a pipe would wait for its other end.
    path.symlink_metadata().is_ok_and(|held| held.is_file())
}

/// Opens a regular file for reading; `None` if it is another kind of file. The path may have become a link or
/// a pipe just now.
pub(super) fn regular(path: &Path) -> Option<File> {
    let careful = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let flags = i32::try_from(careful.bits()).unwrap_or_default();
    let file = File::options().read(true).custom_flags(flags).open(path);
    let regular = |file: &File| file.metadata().is_ok_and(|held| held.is_file());
    file.ok().filter(regular)
}

/// Reads the first bytes of a regular file; returns false if it has fewer bytes.
pub(super) fn begin(path: &Path, head: &mut [u8]) -> bool {
    regular(path).is_some_and(|mut file| file.read_exact(head).is_ok())
}

fn is_database(path: &Path) -> bool {
    if !is_file(path) {
        return false;
    }
    if is_ours(path) {
        return true;
    }
    let mut head = [0; NUMBER.end];
    let read = begin(path, &mut head);
    let ours = [APPLICATION, human_games::APPLICATION].map(i32::to_be_bytes);
    read && head.starts_with(MAGIC) && ours.iter().any(|application| head[NUMBER] == *application)
}
