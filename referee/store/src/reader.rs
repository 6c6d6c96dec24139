//! Reading results: line by line, never believing one.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use referee_record::Record;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

use crate::chain::{Chain, Kind, MAX_LINE, split};
use crate::header::{FORMAT, Header};

/// Why a file of results ends before its end.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The system can't read it.
    #[error("{path}: the file of results can't be read: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Not even the header was written to its end.
    #[error("{path}: the file has no complete header, so nothing was recorded; start the run anew")]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The last line was not written to its end; all before it is sound.
    #[error(
        "{path}: line {line} is torn, as when the machine stops while it is written; what is before \
         it is sound, and resuming the run plays that game again"
    )]
    Torn {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
    },
    /// The first line isn't a header.
    #[error("{path}: this isn't a file of results; give the .jsonl that `referee run` wrote")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A line that no referee wrote there; nothing from here on can be trusted.
    #[error("{path}: line {line} is damaged: {why}{}", trust(*line))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        why: Damage,
    },
}

/// What is left after damage; before the first line there is nothing.
fn trust(line: u64) -> &'static str {
    match line {
        1 => "",
        _ => "; only what is before it can be trusted",
    }
}

/// What is wrong with a line.
#[derive(Debug, Error)]
pub enum Damage {
    /// Not `{"record":…,"hash":"…"}`.
    #[error("it isn't of the form {{\"{0}\":…,\"hash\":\"…\"}}")]
    Form(&'static str),
    /// Changed, or a line before it is missing, added or in another place.
    #[error(
        "its hash doesn't follow from it and the line before: it was changed, or lines were taken \
         out, put in or moved"
    )]
    Hash,
    /// The hash is right, but the content can't be read.
    #[error("its content can't be read: {0}")]
    Content(serde_json::Error),
    /// Written by a later referee.
    #[error("format {0} is unknown to this referee, which reads format 1; use a newer one")]
    Format(u64),
    /// Longer than any line that is written.
    #[error("it is longer than 64 MiB")]
    Length,
}

/// Where a file ends that was read to the end of what is sound in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    pub(crate) chain: Chain,
    pub(crate) bytes: u64,
}

/// Reads a file of results as an iterator of records. Where nothing follows the last `Ok`, the file
/// is complete; an error is always the last item.
pub struct Reader<R> {
    source: R,
    path: PathBuf,
    line: u64,
    tail: Tail,
    buffer: Vec<u8>,
    ended: bool,
}

impl Reader<BufReader<File>> {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<(Header, Reader<BufReader<File>>), ReadError> {
        match File::open(path) {
            Ok(file) => Reader::new(BufReader::new(file), path),
            Err(source) => Err(ReadError::Io {
                path: path.to_owned(),
                source,
            }),
        }
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads the header from any source; the path is for messages only.
    pub fn new(source: R, path: &Path) -> Result<(Header, Reader<R>), ReadError> {
        let mut reader = Reader {
            source,
            path: path.to_owned(),
            line: 0,
            tail: Tail {
                chain: Chain::default(),
                bytes: 0,
            },
            buffer: Vec::new(),
            ended: false,
        };
        // Another format may have another header: what it says of itself comes first.
        let Some(content) = reader.content::<Value>(Kind::Header)? else {
            return Err(reader.torn());
        };
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

    /// Where the sound part of the file ends: what [`Writer::resume`](crate::Writer::resume) goes
    /// on from, once the iterator has ended without an error or with a torn line.
    pub fn tail(&self) -> &Tail {
        &self.tail
    }

    /// What the next line says; nothing at the end of the file.
    fn content<T: DeserializeOwned>(&mut self, kind: Kind) -> Result<Option<T>, ReadError> {
        self.line += 1;
        self.buffer.clear();
        let limit = MAX_LINE as u64 + 1;
        let read = self
            .source
            .by_ref()
            .take(limit)
            .read_until(b'\n', &mut self.buffer);
        let length = read.map_err(|source| self.failed(source))?;
        if length == 0 {
            return Ok(None);
        }
        if length > MAX_LINE {
            return Err(self.damaged(Damage::Length));
        }
        let Some(line) = self.buffer.strip_suffix(b"\n") else {
            return Err(self.malformed(kind));
        };
        let Some((content, hash)) = split(kind, line) else {
            return Err(self.malformed(kind));
        };
        let chain = self.tail.chain.next(content);
        if !chain.is(hash) {
            return Err(self.damaged(Damage::Hash));
        }
        let value = serde_json::from_slice(content).map_err(Damage::Content);
        let value = value.map_err(|why| self.damaged(why))?;
        self.tail.chain = chain;
        self.tail.bytes += length as u64;
        Ok(Some(value))
    }

    /// A line of another form: torn where its end is missing, foreign where it begins otherwise than
    /// a header.
    fn malformed(&self, kind: Kind) -> ReadError {
        let mut begin = self.buffer.iter().zip(kind.prefix());
        match kind {
            Kind::Header if begin.any(|(found, expected)| found != expected) => {
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

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let record = self.content(Kind::Record).transpose();
        self.ended = !matches!(record, Some(Ok(_)));
        record
    }
}
