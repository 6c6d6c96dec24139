//! Attacks on the limit on output and stderr.

use std::io::{self, Write};

use super::Targets;

/// Number of bytes that are written; the reader keeps far fewer.
pub const BYTES: usize = 64 << 20;

pub fn stdout(_: &Targets) {
    write(io::stdout().lock());
}

pub fn stderr(_: &Targets) {
    write(io::stderr().lock());
}

/// Writes [`BYTES`] bytes without a line end.
fn write(mut to: impl Write) {
    let block = vec![b'x'; 1 << 16];
    for _ in 0..BYTES / block.len() {
        // The reader has closed the pipe.
        if to.write_all(&block).is_err() {
            return;
        }
    }
}
