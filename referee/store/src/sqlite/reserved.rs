//! Reserves a file name for results before there are any: the steps before the first game may take minutes,
//! in which no other referee may begin the same run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::lock::{Lock, folder};
use crate::error::WriteError;

/// A reserved name for a database; if none is made in the end, nothing is left behind.
#[derive(Debug)]
pub struct Reserved {
    pub(super) path: PathBuf,
    pub(super) lock: Lock,
}

impl Reserved {
    /// Reserves this name; returns an error if another referee has it, or if the file exists.
    ///
    /// For a symbolic link without a target, it reserves the name that the link points to.
    pub fn exactly(path: &Path) -> Result<Reserved, WriteError> {
        if let (Ok(false), Ok(target)) = (fs::exists(path), fs::read_link(path)) {
            return Reserved::exactly(&folder(path).join(target));
        }
        let created = |source| WriteError::Create {
            path: path.to_owned(),
            source,
        };
        let free = || match fs::exists(path) {
            Ok(false) => Ok(()),
            Ok(true) => Err(created(io::ErrorKind::AlreadyExists.into())),
            Err(error) => Err(created(error)),
        };
        // No lock file is made next to existing results.
        free()?;
        let lock = Lock::take(path).map_err(|error| match error {
            WriteError::Open { source, .. } => created(source),
            error => error,
        })?;
        // The previous holder of the lock may have just made the file.
        free()?;
        let path = path.to_owned();
        Ok(Reserved { path, lock })
    }

    /// Reserves the first free name: if `runs/cup.db` exists or is reserved, then `runs/cup-2.db`, and so on.
    pub fn next(path: &Path) -> Result<Reserved, WriteError> {
        let mut number = 1;
        loop {
            match Reserved::exactly(&numbered(path, number)) {
                Err(WriteError::Busy { .. }) => number += 1,
                Err(WriteError::Create { source, .. })
                    if source.kind() == io::ErrorKind::AlreadyExists =>
                {
                    number += 1;
                }
                found => return found,
            }
        }
    }

    /// Returns the reserved path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Returns `cup.db`, then `cup-2.db`, `cup-3.db` …
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
