//! Exports a run to JSON lines.

use std::io::{self, Write};

use crate::jsonl::LineWriter;
use crate::run::Run;

/// Writes a whole run as JSON lines: the entries of its hash chain, then the games that wait for earlier ones. An
/// incomplete last line of the source is left out.
///
/// An error of the run, such as damage, is returned as an I/O error with the same message.
pub fn export_jsonl(run: &Run, out: impl Write) -> io::Result<()> {
    let mut writer = LineWriter::new(out);
    run.entries(&mut |kind, text| writer.write(kind, text))?;
    writer.finish()
}
