//! Writing to standard output without `println!`, which panics when the reader has gone.

use std::io::{self, BufWriter, Write};

/// Writes a text and a newline where it has none.
pub fn text(text: &str) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Writes a remark for whoever watches; a closed stderr is no reason to stop.
pub fn remark(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
