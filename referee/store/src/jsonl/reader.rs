//! Reads results line by line, and checks every line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::line::{LineHash, LineKind, split};
use super::lines::ResultLine;
use crate::error::{Damage, ReadError};
use crate::format::{FORMAT, MAX_LINE};
use crate::header::Header;

/// Reads a file of results as an iterator over the lines after the header. If the last item is `Ok`, the file
/// is complete; an error is always the last item.
pub struct ResultsReader<R> {
    source: R,
    path: PathBuf,
    line: u64,
    chain: LineHash,
    buffer: Vec<u8>,
    ended: bool,
}

impl ResultsReader<BufReader<File>> {
    /// Opens a file and reads its header. Returns an error if the header is missing, damaged, or of another
    /// format.
    pub fn open(path: &Path) -> Result<(Header, ResultsReader<BufReader<File>>), ReadError> {
        match File::open(path) {
            Ok(file) => ResultsReader::new(BufReader::new(file), path),
            Err(source) => Err(ReadError::Io {
                path: path.to_owned(),
                source,
            }),
        }
    }
}

impl<R: BufRead> ResultsReader<R> {
    /// Reads the header from any source; the path is only for messages.
    pub fn new(source: R, path: &Path) -> Result<(Header, ResultsReader<R>), ReadError> {
        let mut reader = ResultsReader {
            source,
            path: path.to_owned(),
            line: 0,
            chain: LineHash::default(),
            buffer: Vec::new(),
            ended: false,
        };
        // Another format may have another header, so its format number is checked first.
        if !reader.advance()? {
            return Err(reader.torn());
        }
        let content: Value = reader.content(LineKind::Header)?;
        match content["format"].as_u64() {
            Some(format) if format != u64::from(FORMAT) => {
                Err(reader.damaged(Damage::Format(format)))
            }
            _ => match serde_json::from_value(content) {
                Ok(header) => Ok((header, reader)),
                Err(why) => Err(reader.damaged(Damage::Content(why))),
            },
        }
    }

    /// Returns the hash of the last line that was read, in hexadecimal digits.
    pub(crate) fn hash(&self) -> &str {
        self.chain.digits()
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

    /// Checks the hash of the line in the buffer, and parses its content.
    fn content<T: DeserializeOwned>(&mut self, kind: LineKind) -> Result<T, ReadError> {
        let Some(line) = self.buffer.strip_suffix(b"\n") else {
            return Err(self.malformed(kind));
        };
        let Some((content, hash)) = split(kind, line) else {
            return Err(self.malformed(kind));
        };
        let chain = self.chain.next(content);
        if !chain.is(hash) {
            return Err(self.damaged(Damage::Hash));
        }
        let value = serde_json::from_slice(content).map_err(Damage::Content);
        let value = value.map_err(|why| self.damaged(why))?;
        self.chain = chain;
        Ok(value)
    }

    fn line(&mut self) -> Result<Option<ResultLine>, ReadError> {
        if !self.advance()? {
            return Ok(None);
        }
        let kind = LineKind::of(&self.buffer);
        Ok(Some(match kind {
            LineKind::Ruling => ResultLine::Ruling(self.content(kind)?),
            LineKind::Skip => ResultLine::Skip(self.content(kind)?),
            LineKind::Header | LineKind::Record => {
                ResultLine::Record(Box::new(self.content(kind)?))
            }
        }))
    }

    /// Classifies a malformed line: torn if its end is missing, foreign if it does not begin like a header.
    fn malformed(&self, kind: LineKind) -> ReadError {
        let mut begin = self.buffer.iter().zip(kind.prefix());
        match kind {
            LineKind::Header if begin.any(|(actual, expected)| actual != expected) => {
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

    fn torn(&self) -> ReadError {
        let path = self.path.clone();
        match self.line {
            1 => ReadError::Empty { path },
            line => ReadError::Torn { path, line },
        }
    }

    fn damaged(&self, why: Damage) -> ReadError {
        ReadError::Damaged {
            path: self.path.clone(),
            line: self.line,
            why,
        }
    }
}

impl<R: BufRead> Iterator for ResultsReader<R> {
    type Item = Result<ResultLine, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let line = self.line().transpose();
        self.ended = !matches!(line, Some(Ok(_)));
        line
    }
}
