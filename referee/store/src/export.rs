//! Exports a run to JSON lines.

use std::io::{self, Write};

use crate::error::ReadError;
use crate::format::FORMAT;
use crate::jsonl::{LineKind, LineWriter};
use crate::run::Run;

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
    writer.finish()
}
