//! A lock that keeps a second referee from a name: a file next to the database, which need not exist yet, that
//! names its holder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::file_kind;
use super::file_lock::{FileLock, is_locked, lock_soon};
use crate::error::WriteError;

/// First word of the line in a lock file.
const SIGN: &str = "process ";

/// Who has a database whose lock file says nothing about it.
const UNKNOWN: &str = "which one isn't known, since the file was moved or its lock file removed";

/// The lock of a database's name, and of the file once there is one. It is held until it is dropped; the system
/// releases it when the process ends in any way.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    path: PathBuf,
    /// The path of the database, without links.
    database: PathBuf,
}

impl Lock {
    /// Takes the lock of a name, at which there need not be a database, or returns an error that names its
    /// holder. All paths that lead to a database through symbolic links share one lock.
    pub(super) fn take(given: &Path) -> Result<Lock, WriteError> {
        let database = without_links(given);
        let path = beside(&database);
        let failed = |source| WriteError::Open {
            path: path.clone(),
            source,
        };
        loop {
            let file = OpenOptions::new()
                .read(true)
                .append(true)
                .create(true)
                .open(&path);
            let file = file.map_err(failed)?;
            match lock_soon(&file) {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(WriteError::Busy {
                        path: given.to_owned(),
                        holder: holder(&file),
                    });
                }
                // Some network file systems do not support locks.
                Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(source)) => return Err(failed(source)),
            }
            let lock = Lock {
                file,
                path: path.clone(),
                database: database.clone(),
            };
            // The previous holder may have just removed the file.
            if lock.is_there() {
                sign(&lock.file).map_err(failed)?;
                return Ok(lock);
            }
        }
    }

    /// Takes the lock of the database itself, which must exist. A file with several hard links gets none:
    /// `SQLite` keeps its log next to the name that it is given, so a writer that uses one name would not see the
    /// log of another.
    pub(super) fn of_file(&self, given: &Path) -> Result<FileLock, WriteError> {
        let failed = |source| WriteError::Open {
            path: given.to_owned(),
            source,
        };
        let lock = FileLock::take(&self.database).map_err(failed)?;
        let lock = lock.ok_or_else(|| WriteError::Busy {
            path: given.to_owned(),
            holder: UNKNOWN.to_owned(),
        })?;
        match lock.names().map_err(failed)? {
            0 | 1 => Ok(lock),
            names => Err(WriteError::Linked {
                path: given.to_owned(),
                names,
            }),
        }
    }

    /// Returns the path of the database, without links.
    pub(super) fn database(&self) -> &Path {
        &self.database
    }

    /// Returns true if no one has removed or replaced the lock file.
    fn is_there(&self) -> bool {
        same(&self.file, &self.path)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // No other process has this file while it is locked; if it cannot be removed, it does no harm.
        if self.is_there() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Returns true if a file is a lock, judged by its content.
pub(super) fn is_lock(path: &Path) -> bool {
    let mut begin = [0; SIGN.len()];
    file_kind::begin(path, &mut begin) && begin == *SIGN.as_bytes()
}

/// Returns the path of a database's lock file.
fn beside(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

/// Resolves all symbolic links in the path of a file, which need not exist.
fn without_links(path: &Path) -> PathBuf {
    let resolved = fs::canonicalize(path).or_else(|error| {
        let name = path.file_name().ok_or(error)?;
        Ok::<_, io::Error>(fs::canonicalize(folder(path))?.join(name))
    });
    resolved.unwrap_or_else(|_| path.to_owned())
}

/// Returns the folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

fn same(file: &File, path: &Path) -> bool {
    let (Ok(held), Ok(found)) = (file.metadata(), fs::metadata(path)) else {
        return false;
    };
    (held.dev(), held.ino()) == (found.dev(), found.ino())
}

fn sign(mut file: &File) -> io::Result<()> {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let uname = rustix::system::uname();
    let line = format!(
        "{SIGN}{} on {} since {}\n",
        std::process::id(),
        uname.nodename().to_string_lossy(),
        utc(now.as_secs())
    );
    file.set_len(0)?;
    file.write_all(line.as_bytes())
}

/// Returns the holder of a lock, as named in its file.
fn holder(file: &File) -> String {
    let mut text = String::new();
    let read = file.take(1000).read_to_string(&mut text);
    match text.lines().next() {
        Some(line) if read.is_ok() => line.chars().filter(|c| !c.is_control()).collect(),
        _ => "it hasn't said which".to_owned(),
    }
}

/// Formats seconds since 1970 as `2026-11-21 03:12 UTC`, by the Gregorian calendar in eras of 400 years that
/// begin in March (H. Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`).
fn utc(seconds: u64) -> String {
    let (days, minutes) = (seconds / 86_400 + 719_468, seconds % 86_400 / 60);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = year + era * 400 + next;
    let (hour, minute) = (minutes / 60, minutes % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// Returns true if this process or another one is creating or writing a run there.
pub fn is_written(database: &Path) -> bool {
    let database = without_links(database);
    [&beside(&database), &database]
        .into_iter()
        .any(|path| is_locked(path, file_kind::regular))
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(utc(0), "1970-01-01 00:00 UTC");
        assert_eq!(utc(951_782_340), "2000-02-28 23:59 UTC");
        assert_eq!(utc(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(utc(1_795_230_732), "2026-11-21 03:12 UTC");
        assert_eq!(utc(4_107_542_399), "2100-02-28 23:59 UTC");
        assert_eq!(utc(4_107_542_400), "2100-03-01 00:00 UTC");
    }
}
