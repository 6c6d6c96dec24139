//! Reads results line by line.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde_json::Value;

use super::entries::EntryReader;
use super::lines::ResultLine;
use crate::chain::EntryKind;
use crate::error::{Damage, ReadError};
use crate::format::FORMAT;
use crate::header::RunOrigin;

/// Reads an export as an iterator over the lines after the header. If the last item is `Ok`, the file is complete;
/// an error is always the last item.
pub struct ResultsReader<R> {
    pub(super) entries: EntryReader<R>,
    pub(super) origin: RunOrigin,
    ended: bool,
}

impl ResultsReader<BufReader<File>> {
    /// Opens a file and reads its header. Returns an error if the header is missing, damaged, or of another
    /// format.
    pub fn open(path: &Path) -> Result<ResultsReader<BufReader<File>>, ReadError> {
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
    pub fn new(source: R, path: &Path) -> Result<ResultsReader<R>, ReadError> {
        let mut entries = EntryReader::new(source, path);
        let Some((_, text)) = entries.next()? else {
            return Err(entries.torn());
        };
        match header(text) {
            Ok(origin) => Ok(ResultsReader {
                entries,
                origin,
                ended: false,
            }),
            Err(why) => Err(entries.damaged(why)),
        }
    }

    fn line(&mut self) -> Result<Option<ResultLine>, ReadError> {
        let Some((kind, text)) = self.entries.next()? else {
            return Ok(None);
        };
        let line = parse(kind, text);
        line.map(Some)
            .map_err(|why| self.entries.damaged(Damage::Content(why)))
    }
}

/// Parses the header. Another format may have another header, so its format number is checked first.
fn header(text: &[u8]) -> Result<RunOrigin, Damage> {
    let content: Value = serde_json::from_slice(text).map_err(Damage::Content)?;
    match content["format"].as_u64() {
        Some(format) if format != u64::from(FORMAT) => Err(Damage::Format(format)),
        _ => serde_json::from_value(content).map_err(Damage::Content),
    }
}

/// Parses the text of an entry.
pub(super) fn parse(kind: EntryKind, text: &[u8]) -> serde_json::Result<ResultLine> {
    Ok(match kind {
        EntryKind::Revision => ResultLine::Revision(Box::new(serde_json::from_slice(text)?)),
        EntryKind::Session => ResultLine::Session(Box::new(serde_json::from_slice(text)?)),
        EntryKind::Ruling => ResultLine::Ruling(serde_json::from_slice(text)?),
        EntryKind::Skip => ResultLine::Skip(serde_json::from_slice(text)?),
        EntryKind::Header | EntryKind::Record => {
            ResultLine::Record(Box::new(serde_json::from_slice(text)?))
        }
    })
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
