//! Which files are ours, without opening a database.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::lock::{is_lock, is_ours};
use super::open::APPLICATION;
use crate::people;

/// What stands beside a database while it is written.
const BESIDE: [&str; 4] = ["-wal", "-shm", "-journal", ".lock"];
/// How a file of `SQLite` begins, and where in it the number of the application stands
/// (<https://www.sqlite.org/fileformat.html#the_database_header>).
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const NUMBER: std::ops::Range<usize> = 68..72;

/// Whether a file holds results or games of people, or stands beside such a file while that is written.
pub fn is_results(path: &Path) -> bool {
    let name = path.as_os_str().as_bytes();
    let beside = |end: &str| {
        let base = name.strip_suffix(end.as_bytes());
        base.is_some_and(|base| is_database(&PathBuf::from(OsStr::from_bytes(base))))
    };
    is_database(path) || BESIDE.iter().any(|end| beside(end)) || is_early_lock(path)
}

/// Whether a file is the lock of a database that isn't made so far.
fn is_early_lock(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "lock") && is_file(path) && is_lock(path)
}

fn is_file(path: &Path) -> bool {
    // Opening a pipe would wait for its other end.
    path.symlink_metadata().is_ok_and(|held| held.is_file())
}

fn is_database(path: &Path) -> bool {
    if !is_file(path) {
        return false;
    }
    if is_ours(path) {
        return true;
    }
    let mut head = [0; NUMBER.end];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    let ours = [APPLICATION, people::APPLICATION].map(i32::to_be_bytes);
    read.is_ok() && head.starts_with(MAGIC) && ours.iter().any(|own| head[NUMBER] == *own)
}
