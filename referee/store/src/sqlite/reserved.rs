//! A name for results that is taken before there are any: what comes before the first game may take
//! minutes, in which nobody else shall begin the same run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::lock::{Lock, folder};
use crate::error::WriteError;

/// A name of which nobody else makes a database; if nobody does in the end, nothing of it is left.
#[derive(Debug)]
pub struct Reserved {
    pub(super) path: PathBuf,
    pub(super) lock: Lock,
}

impl Reserved {
    /// This name; an error where another referee has it, or something is there.
    ///
    /// Of a symbolic link to nothing it is what the link leads to.
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
        // Nothing is put beside results that are there.
        free()?;
        let lock = Lock::take(path).map_err(|error| match error {
            WriteError::Open { source, .. } => created(source),
            error => error,
        })?;
        // Whoever had it before may have made them just now.
        free()?;
        let path = path.to_owned();
        Ok(Reserved { path, lock })
    }

    /// The first name that is free: where `runs/cup.db` is there or reserved it is `runs/cup-2.db`, and so
    /// on.
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

    /// The name.
    pub fn path(&self) -> &Path {
        &self.path
    }
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
