//! Which files are ours, without opening a database.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

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
    let base = |end: &&str| {
        let name = path.as_os_str().as_bytes();
        let base = name.strip_suffix(end.as_bytes())?;
        Some(PathBuf::from(OsStr::from_bytes(base)))
    };
    is_database(path)
        || BESIDE
            .iter()
            .filter_map(base)
            .any(|base| is_database(&base))
}

fn is_database(path: &Path) -> bool {
    // Opening a pipe would wait for its other end.
    if !path.symlink_metadata().is_ok_and(|held| held.is_file()) {
        return false;
    }
    let mut head = [0; NUMBER.end];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    let ours = [APPLICATION, people::APPLICATION].map(i32::to_be_bytes);
    read.is_ok() && head.starts_with(MAGIC) && ours.iter().any(|own| head[NUMBER] == *own)
}
