//! What the terminal can show on which something is printed.

use std::env;
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;

use rustix::termios::tcgetwinsize;

/// Returns the rows and columns of a terminal; `None` if it is none, or doesn't tell.
pub fn size(stream: impl AsFd) -> Option<(u16, u16)> {
    let size = tcgetwinsize(stream).ok()?;
    (size.ws_row > 0 && size.ws_col > 0).then_some((size.ws_row, size.ws_col))
}

/// Returns true if standard output is a terminal that can do more than print lines.
pub fn is_capable() -> bool {
    io::stdout().is_terminal() && set("TERM").is_some_and(|terminal| terminal != "dumb")
}

/// Returns true if standard output may have colours: on a terminal, unless `NO_COLOR` is set.
pub fn has_colours() -> bool {
    is_capable() && set("NO_COLOR").is_none()
}

/// The look of a text on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    /// What is right.
    Good,
    /// What is wrong.
    Bad,
    /// What is worth a look.
    Notable,
    /// What matters little.
    Faint,
    /// The head of a table.
    Head,
}

impl TextStyle {
    /// Returns a text in this style, with the escape sequences of a terminal.
    pub fn paint(self, text: &str) -> String {
        let code = match self {
            TextStyle::Good => "32",
            TextStyle::Bad => "1;31",
            TextStyle::Notable => "33",
            TextStyle::Faint => "2",
            TextStyle::Head => "1",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// Returns a variable of the environment, if it is set and not empty.
fn set(name: &str) -> Option<String> {
    env::var(name).ok().filter(|text| !text.is_empty())
}
