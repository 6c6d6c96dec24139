//! The output that people see: the board, lines of text, and the prompt.

use std::io::{self, Write};

use referee_games::{Position, Seat};
use referee_output::sanitize::plain;
use referee_output::stdout::{self, Stdout};
use referee_output::terminal;
use referee_output::text_layout::wrap;

use super::{board_view, screen_reader};

/// The style of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Sentences, for screen readers.
    Spoken,
    /// Drawings.
    Drawn {
        /// True to draw in colours.
        colour: bool,
        /// True to draw with lines and signs beyond ASCII.
        unicode: bool,
    },
}

/// Standard output, in one style.
pub struct TerminalScreen {
    out: Stdout,
    look: Look,
    /// True after the first position was shown.
    shown: bool,
}

impl Look {
    /// Returns the best style that standard output can show; sentences if `plain` is set.
    pub fn of(plain: bool) -> Look {
        if plain {
            return Look::Spoken;
        }
        let set = |name| std::env::var(name).ok().filter(|text| !text.is_empty());
        let locale = set("LC_ALL")
            .or_else(|| set("LC_CTYPE"))
            .or_else(|| set("LANG"));
        let utf8 = locale.is_some_and(|name| {
            let name = name.to_lowercase();
            name.contains("utf-8") || name.contains("utf8")
        });
        Look::Drawn {
            colour: terminal::has_colours(),
            unicode: terminal::is_capable() && utf8,
        }
    }

    /// Returns a position as lines. In sentences, the parts that never change are included only if `whole` is set.
    pub fn lines(self, position: &dyn Position, whole: bool) -> Vec<String> {
        let scene = position.scene();
        match self {
            Look::Spoken => screen_reader::lines(&scene, whole),
            Look::Drawn { colour, unicode } => board_view::lines(&scene, colour, unicode),
        }
    }
}

impl TerminalScreen {
    /// Returns standard output in this style.
    pub fn new(look: Look) -> TerminalScreen {
        TerminalScreen {
            out: stdout::stdout(),
            look,
            shown: false,
        }
    }

    /// Shows a position. In sentences, the parts that never change are included only the first time or if
    /// `whole` is set.
    pub fn draw(&mut self, position: &dyn Position, whole: bool) -> io::Result<()> {
        let whole = !std::mem::replace(&mut self.shown, true) || whole;
        writeln!(self.out)?;
        for line in self.look.lines(position, whole) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Prints lines of text, wrapped to the width of the terminal.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            writeln!(self.out, "{}", wrap(&plain(line), 2))?;
        }
        self.out.flush()
    }

    /// Prints the prompt of a seat; the answer is typed on the same line.
    pub fn ask(&mut self, seat: Seat, question: &str) -> io::Result<()> {
        match self.look {
            Look::Drawn { colour: true, .. } => {
                write!(self.out, "{}, {question}: ", board_view::coloured(seat))?;
            }
            _ => write!(self.out, "{seat}, {question}: ")?,
        }
        self.out.flush()
    }

    /// Ends the line of a prompt, with the typed text where no terminal echoes it.
    pub fn answered(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", plain(text))
    }
}
