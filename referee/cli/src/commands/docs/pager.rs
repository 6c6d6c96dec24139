//! Shows a long text: in a pager on a terminal, plainly anywhere else.
//!
//! The pager takes this process's place and reads a file without a name. So nobody has to wait for it, and Ctrl-C
//! ends nothing but what the pager lets it end.

use std::env;
use std::io::{self, IsTerminal, Seek, Write};
use std::os::unix::process::CommandExt;
use std::process::Command;

use referee_output::stdout;

/// What less does if nothing else is said: end at once if the text fits, and leave it on the screen.
const LESS: &str = "FRX";

/// Shows a text. Doesn't return if there is a pager. Returns an error if standard output can't be written.
pub fn show(text: &str) -> io::Result<()> {
    if io::stdout().is_terminal() {
        let chosen = env::var("PAGER").ok();
        for pager in chosen.as_deref().into_iter().chain(["less"]) {
            // What can't be paged is printed.
            let _ = become_pager(pager, text);
        }
    }
    stdout::text(text)
}

/// Replaces this process by the pager. Returns only if that fails.
fn become_pager(pager: &str, text: &str) -> io::Result<()> {
    let words = shell_words::split(pager).map_err(io::Error::other)?;
    let Some((program, args)) = words.split_first() else {
        return Ok(());
    };
    let mut file = tempfile::tempfile()?;
    file.write_all(text.as_bytes())?;
    file.rewind()?;
    let less = env::var_os("LESS").unwrap_or_else(|| LESS.into());
    let mut pager = Command::new(program);
    Err(pager.args(args).env("LESS", less).stdin(file).exec())
}
