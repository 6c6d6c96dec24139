//! Writes to standard output without `println!`, which panics when the reader has gone.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use crate::sanitize;
use crate::terminal::{self, TextStyle};

/// Standard output, with errors that say what failed.
pub struct Stdout(StdoutLock<'static>);

static WRITTEN: AtomicBool = AtomicBool::new(false);

/// Returns whether anything was written to standard output so far.
pub fn is_written() -> bool {
    WRITTEN.load(Ordering::Relaxed)
}

/// Locks standard output and returns it; others wait until it is dropped.
pub fn stdout() -> Stdout {
    Stdout(io::stdout().lock())
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        WRITTEN.store(true, Ordering::Relaxed);
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

fn named(error: io::Error) -> io::Error {
    match error.kind() {
        // The writer tries again.
        io::ErrorKind::Interrupted => error,
        kind => io::Error::new(kind, format!("standard output can't be written: {error}")),
    }
}

/// Writes a text to standard output, and a newline if it doesn't end in one.
pub fn text(text: &str) -> io::Result<()> {
    let mut out = BufWriter::new(stdout());
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Writes a text that begins with the head of a table, which stands out on a terminal with colours.
pub fn table(text: &str) -> io::Result<()> {
    match text.split_once('\n') {
        Some((head, rest)) if terminal::has_colours() => {
            self::text(&format!("{}\n{rest}", TextStyle::Head.paint(head)))
        }
        _ => self::text(text),
    }
}

/// Writes a value to standard output as a JSON document.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    Ok(text(&sanitize::document(value)?)?)
}

/// Prints a value as JSON, or what it says as text.
pub fn show(
    as_json: bool,
    value: &impl Serialize,
    say: impl FnOnce() -> String,
) -> anyhow::Result<()> {
    if as_json {
        json(value)
    } else {
        Ok(text(&say())?)
    }
}
