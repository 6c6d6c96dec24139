//! Opens a database that was cut off: `SQLite` reads none that is shorter than it says itself, so a copy is padded
//! with zeros.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Database, file_kind};
use crate::error::ReadError;

/// Number of copies that this process has made.
static COPIES: AtomicU32 = AtomicU32::new(0);

/// A damaged database, open for reading.
pub(super) struct DamagedDatabase {
    pub(super) database: Database,
    /// The last field, so that the copy is removed after it is closed.
    _copy: Option<PaddedCopy>,
}

impl DamagedDatabase {
    /// Opens a database, or a padded copy if it was cut off.
    pub(super) fn open(path: &Path) -> Result<DamagedDatabase, ReadError> {
        let copy = PaddedCopy::of(path).map_err(|source| ReadError::Io {
            path: path.to_owned(),
            source,
        })?;
        let opened = copy.as_ref().map_or(path, |copy| &copy.0);
        Ok(DamagedDatabase {
            database: Database::open(opened)?,
            _copy: copy,
        })
    }
}

/// A copy in the folder for temporary files, which is removed when it is dropped.
struct PaddedCopy(PathBuf);

impl PaddedCopy {
    /// Copies a database that is shorter than it says; `None` if it isn't.
    fn of(path: &Path) -> io::Result<Option<PaddedCopy>> {
        let Some(mut file) = file_kind::regular(path) else {
            return Ok(None);
        };
        let mut head = [0; 32];
        if file.read_exact(&mut head).is_err() {
            return Ok(None);
        }
        let length = length(&head);
        if file.metadata()?.len() >= length {
            return Ok(None);
        }
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        let name = format!("referee-cut-{}-{number}.db", std::process::id());
        let place = std::env::temp_dir().join(name);
        let mut padded = File::create_new(&place)?;
        let copy = PaddedCopy(place);
        file.rewind()?;
        io::copy(&mut file, &mut padded)?;
        padded.set_len(length)?;
        Ok(Some(copy))
    }
}

impl Drop for PaddedCopy {
    fn drop(&mut self) {
        // What stays there is only a copy.
        let _ = fs::remove_file(&self.0);
    }
}

/// Returns the number of bytes that a database should have, as its header says
/// (<https://www.sqlite.org/fileformat.html#the_database_header>).
fn length(head: &[u8; 32]) -> u64 {
    let page = match u16::from_be_bytes([head[16], head[17]]) {
        1 => 65_536,
        page => u64::from(page),
    };
    page * u64::from(u32::from_be_bytes([head[28], head[29], head[30], head[31]]))
}
