//! Writes JSON lines.

use std::io::{self, Write};

use referee_record::Record;
use serde::Serialize;

use super::line::{LineHash, LineKind, MAX_LINE};
use crate::error::ReadError;
use crate::header::{FORMAT, Header};
use crate::run::Run;

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

    fn write(&mut self, kind: LineKind, content: &impl Serialize) -> io::Result<()> {
        let (line, chain) = self.chain.write(kind, content)?;
        if line.len() > MAX_LINE {
            let why = format!("{} bytes, more than a line may have", line.len());
            return Err(io::Error::other(why));
        }
        self.out.write_all(&line)?;
        self.chain = chain;
        Ok(())
    }
}

/// Writes a whole run as JSON lines: the header, rulings and skips, then the records. An incomplete last line
/// of the source is left out.
///
/// An error of the run is returned as an I/O error with the same message.
pub fn export_jsonl(run: &Run, out: impl Write) -> io::Result<()> {
    let mut header = run.header().clone();
    header.format = FORMAT;
    let mut writer = LineWriter::new(out, &header)?;
    for ruling in run.rulings().map_err(io::Error::other)? {
        writer.write(LineKind::Ruling, &ruling)?;
    }
    for skip in run.skips().map_err(io::Error::other)? {
        writer.write(LineKind::Skip, &skip)?;
    }
    for record in run.records().map_err(io::Error::other)? {
        match record {
            Err(ReadError::Torn { .. }) => {}
            record => writer.record(&record.map_err(io::Error::other)?)?,
        }
    }
    writer.out.flush()
}
