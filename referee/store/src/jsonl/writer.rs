//! Writes JSON lines.

use std::io::{self, Write};

use referee_record::Record;
use serde::Serialize;

use super::line::{LineHash, LineKind};
use crate::format::MAX_LINE;
use crate::header::Header;

/// Writes lines, each chained to the one before by its hash.
pub struct LineWriter<W> {
    out: W,
    chain: LineHash,
}

impl<W: Write> LineWriter<W> {
    /// Creates a writer, and writes the header.
    pub fn new(out: W, header: &Header) -> io::Result<LineWriter<W>> {
        let chain = LineHash::default();
        let mut writer = LineWriter { out, chain };
        writer.write(LineKind::Header, header)?;
        Ok(writer)
    }

    /// Writes a record; returns an error if its line is longer than 64 MiB.
    pub fn record(&mut self, record: &Record) -> io::Result<()> {
        self.write(LineKind::Record, record)
    }

    pub(crate) fn write(&mut self, kind: LineKind, content: &impl Serialize) -> io::Result<()> {
        let (line, chain) = self.chain.write(kind, content)?;
        if line.len() > MAX_LINE {
            let why = format!("{} bytes, more than a line may have", line.len());
            return Err(io::Error::other(why));
        }
        self.out.write_all(&line)?;
        self.chain = chain;
        Ok(())
    }

    /// Passes on everything that was written.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
