//! Reads an export line by line, and checks the hash of every line.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use super::line::{kind, prefix, split};
use crate::chain::{ChainHash, EntryKind, digest};
use crate::error::{Damage, ReadError};
use crate::format::MAX_LINE;

/// Reads entries as kind and text.
pub(super) struct EntryReader<R> {
    source: R,
    path: PathBuf,
    line: u64,
    hash: ChainHash,
    buffer: Vec<u8>,
}

impl<R: BufRead> EntryReader<R> {
    /// Reads from any source; the path is only for messages.
    pub(super) fn new(source: R, path: &Path) -> EntryReader<R> {
        EntryReader {
            source,
            path: path.to_owned(),
            line: 0,
            hash: ChainHash::default(),
            buffer: Vec::new(),
        }
    }

    /// Returns the hash of the last line that was read.
    pub(super) fn hash(&self) -> ChainHash {
        self.hash
    }

    /// Reads the next line; returns `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<(EntryKind, &[u8])>, ReadError> {
        if !self.advance()? {
            return Ok(None);
        }
        let kind = match self.line {
            1 => EntryKind::Header,
            _ => kind(&self.buffer),
        };
        let line = self.buffer.strip_suffix(b"\n");
        let Some((text, hash)) = line.and_then(|line| split(kind, line)) else {
            return Err(self.malformed(kind));
        };
        let next = ChainHash(Some(self.hash.next(kind, digest(text))));
        if next.digits().as_bytes() != hash {
            return Err(self.damaged(Damage::Hash));
        }
        self.hash = next;
        Ok(Some((kind, text)))
    }

    /// Reads the next line into the buffer; returns false at the end of the file.
    fn advance(&mut self) -> Result<bool, ReadError> {
        self.line += 1;
        self.buffer.clear();
        let limit = MAX_LINE as u64 + 1;
        let read = self
            .source
            .by_ref()
            .take(limit)
            .read_until(b'\n', &mut self.buffer);
        let length = read.map_err(|source| self.failed(source))?;
        if length > MAX_LINE {
            return Err(self.damaged(Damage::Length));
        }
        Ok(length > 0)
    }

    /// Classifies a malformed line: torn if its end is missing, foreign if it does not begin like a header.
    fn malformed(&self, kind: EntryKind) -> ReadError {
        let begin = prefix(kind);
        let mut begin = self.buffer.iter().zip(&begin);
        match kind {
            EntryKind::Header if begin.any(|(actual, expected)| actual != expected) => {
                let path = self.path.clone();
                ReadError::Foreign { path }
            }
            _ if !self.buffer.ends_with(b"\n") => self.torn(),
            _ => self.damaged(Damage::Form(kind.name())),
        }
    }

    fn failed(&self, source: io::Error) -> ReadError {
        ReadError::Io {
            path: self.path.clone(),
            source,
        }
    }

    /// Makes the error of a file that ends in this line.
    pub(super) fn torn(&self) -> ReadError {
        let path = self.path.clone();
        match self.line {
            1 => ReadError::Empty { path },
            line => ReadError::Torn { path, line },
        }
    }

    /// Makes the error of a damaged line, the last that was read.
    pub(super) fn damaged(&self, why: Damage) -> ReadError {
        ReadError::Damaged {
            path: self.path.clone(),
            line: self.line,
            why,
        }
    }
}
