//! Writing results: a new file for every run, and whole lines only.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use referee_record::Record;
use serde::Serialize;
use thiserror::Error;

use crate::chain::{Chain, Kind, MAX_LINE};
use crate::header::Header;
use crate::reader::Tail;

/// Why results couldn't be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// No new file.
    #[error("{path}: the file of results can't be created: {source}; give another --out")]
    Create {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is there and can't be gone on with.
    #[error("{path}: the file of results can't be gone on with: {source}")]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another run writes into it.
    #[error("{path}: another referee is writing into this file; wait until it has ended")]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// It changed since it was read.
    #[error("{path}: the file is shorter than when it was read; read it again")]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// Nothing of the line is left in the file.
    #[error("{path}: a result can't be written: {source}; make room, then resume the run")]
    Append {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// A file of results that is being written; nobody else can write into it meanwhile.
pub struct Writer {
    file: File,
    path: PathBuf,
    chain: Chain,
    bytes: u64,
}

impl Writer {
    /// Starts a new file. None is ever overwritten: where `runs/cup.jsonl` exists it becomes
    /// `runs/cup-2.jsonl`, and so on; see [`Writer::path`].
    pub fn create(path: &Path, header: &Header) -> Result<Writer, WriteError> {
        let mut number = 1;
        let (file, path) = loop {
            let path = numbered(path, number);
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(file) => break (file, path),
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(source) => return Err(WriteError::Create { path, source }),
            }
        };
        let mut writer = Writer {
            file,
            path,
            chain: Chain::default(),
            bytes: 0,
        };
        writer.lock()?;
        match writer.write(Kind::Header, header) {
            Ok(()) => Ok(writer),
            Err(error) => {
                // Made just now, and there is nothing in it.
                let _ = fs::remove_file(&writer.path);
                Err(error)
            }
        }
    }

    /// Goes on with a file that was read to its end; a torn last line is cut off.
    pub fn resume(path: &Path, tail: &Tail) -> Result<Writer, WriteError> {
        let path = path.to_owned();
        let file = match OpenOptions::new().append(true).open(&path) {
            Ok(file) => file,
            Err(source) => return Err(WriteError::Open { path, source }),
        };
        let writer = Writer {
            file,
            path,
            chain: tail.chain.clone(),
            bytes: tail.bytes,
        };
        writer.lock()?;
        let failed = |source| WriteError::Open {
            path: writer.path.clone(),
            source,
        };
        if writer.file.metadata().map_err(failed)?.len() < tail.bytes {
            return Err(WriteError::Changed { path: writer.path });
        }
        writer.file.set_len(tail.bytes).map_err(failed)?;
        Ok(writer)
    }

    fn lock(&self) -> Result<(), WriteError> {
        let path = self.path.clone();
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => Err(WriteError::Busy { path }),
            // Some network file systems know no locks.
            Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => Ok(()),
            Err(TryLockError::Error(source)) => Err(WriteError::Open { path, source }),
        }
    }

    /// Where the results are.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes one record as a whole line. After an error the file is as it was before.
    pub fn append(&mut self, record: &Record) -> Result<(), WriteError> {
        self.write(Kind::Record, record)
    }

    fn write(&mut self, kind: Kind, content: &impl Serialize) -> Result<(), WriteError> {
        let written = self.try_write(kind, content);
        written.map_err(|source| {
            // Half a line must not stand before the next one.
            let _ = self.file.set_len(self.bytes);
            WriteError::Append {
                path: self.path.clone(),
                source,
            }
        })
    }

    fn try_write(&mut self, kind: Kind, content: &impl Serialize) -> io::Result<()> {
        let (line, chain) = self.chain.write(kind, content)?;
        if line.len() > MAX_LINE {
            let why = format!("{} bytes, more than a line may have", line.len());
            return Err(io::Error::other(why));
        }
        self.file.write_all(&line)?;
        self.chain = chain;
        self.bytes += line.len() as u64;
        Ok(())
    }
}

/// `cup.jsonl`, then `cup-2.jsonl`, `cup-3.jsonl` …
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
