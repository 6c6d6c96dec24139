//! Remarks beside the results, as a library makes them: the program that uses it says where they go.
//!
//! Until it does, they go nowhere, so that a run can be driven without a word.

use std::io::{self, Write};
use std::sync::OnceLock;

use crate::sanitize::plain_lines;
use crate::terminal;
use crate::text_layout::{WIDTH, paragraph_within};

static LISTENER: OnceLock<fn(&str)> = OnceLock::new();

/// Hands the remarks of this process to a listener from now on; the first one stays.
pub fn listen(listener: fn(&str)) {
    let _ = LISTENER.set(listener);
}

/// Listens by writing to stderr; a closed stderr is no reason to stop.
pub fn to_stderr(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Makes a remark, with nothing in it that a terminal would obey.
pub fn lines(text: &str) {
    if let Some(listener) = LISTENER.get() {
        listener(&plain_lines(text));
    }
}

/// Makes a remark in sentences, wrapped at words where the terminal ends, and at 80 columns.
pub fn sentences(text: &str) {
    let columns = terminal::size(io::stderr()).map_or(WIDTH, |(_, columns)| columns.into());
    lines(&paragraph_within(text, 2, columns.min(WIDTH)));
}
