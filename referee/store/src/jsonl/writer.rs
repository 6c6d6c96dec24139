//! Writes JSON lines.

use std::io::{self, Write};

use super::line::line;
use crate::chain::{ChainHash, EntryKind, digest};
use crate::format::MAX_LINE;

/// Writes lines, each chained to the one before by its hash.
pub(crate) struct LineWriter<W> {
    out: W,
    hash: ChainHash,
}

impl<W: Write> LineWriter<W> {
    pub(crate) fn new(out: W) -> LineWriter<W> {
        let hash = ChainHash::default();
        LineWriter { out, hash }
    }

    /// Writes an entry with this text, which is JSON; returns an error if its line is longer than 64 MiB.
    pub(crate) fn write(&mut self, kind: EntryKind, text: &[u8]) -> io::Result<()> {
        self.hash = ChainHash(Some(self.hash.next(kind, digest(text))));
        let line = line(kind, text, self.hash);
        if line.len() > MAX_LINE {
            let why = format!("{} bytes, more than a line may have", line.len());
            return Err(io::Error::other(why));
        }
        self.out.write_all(&line)
    }

    /// Passes on everything that was written.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
