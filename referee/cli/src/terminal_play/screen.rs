//! What people see: the board, lines of text, and the prompt.

use std::io::{self, IsTerminal, Write};

use referee_games::{Position, Seat};
use referee_output::sanitize::plain;
use referee_output::stdout::{self, Stdout};
use referee_output::text_layout::wrap;

use super::{board_view, screen_reader};

/// How things are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// In sentences, for screen readers.
    Spoken,
    /// Drawn.
    Drawn {
        /// In colours.
        colour: bool,
        /// With lines and signs beyond ASCII.
        unicode: bool,
    },
}

/// Where people look.
pub struct TerminalScreen {
    out: Stdout,
    look: Look,
    /// Whether a position was shown before.
    shown: bool,
}

impl Look {
    /// The best that standard output can show.
    pub fn of(plain: bool) -> Look {
        if plain {
            return Look::Spoken;
        }
        let set = |name| std::env::var(name).ok().filter(|text| !text.is_empty());
        let terminal = io::stdout().is_terminal() && set("TERM").is_some_and(|t| t != "dumb");
        let locale = set("LC_ALL")
            .or_else(|| set("LC_CTYPE"))
            .or_else(|| set("LANG"));
        let utf8 = locale.is_some_and(|name| {
            let name = name.to_lowercase();
            name.contains("utf-8") || name.contains("utf8")
        });
        Look::Drawn {
            colour: terminal && set("NO_COLOR").is_none(),
            unicode: terminal && utf8,
        }
    }
}

impl TerminalScreen {
    /// Standard output, shown so.
    pub fn new(look: Look) -> TerminalScreen {
        TerminalScreen {
            out: stdout::stdout(),
            look,
            shown: false,
        }
    }

    /// Shows a position; said in sentences, with what never changes only if that is wanted or new.
    pub fn draw(&mut self, position: &dyn Position, whole: bool) -> io::Result<()> {
        let whole = !std::mem::replace(&mut self.shown, true) || whole;
        let scene = position.scene();
        let lines = match self.look {
            Look::Spoken => screen_reader::lines(&scene, whole),
            Look::Drawn { colour, unicode } => board_view::lines(&scene, colour, unicode),
        };
        writeln!(self.out)?;
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Says something in lines.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            writeln!(self.out, "{}", wrap(&plain(line), 2))?;
        }
        self.out.flush()
    }

    /// Asks a seat; the answer is typed on the same line.
    pub fn ask(&mut self, seat: Seat, question: &str) -> io::Result<()> {
        match self.look {
            Look::Drawn { colour: true, .. } => {
                write!(self.out, "{}, {question}: ", board_view::coloured(seat))?;
            }
            _ => write!(self.out, "{seat}, {question}: ")?,
        }
        self.out.flush()
    }

    /// Ends the line of a prompt, with what was typed where no terminal shows it.
    pub fn answered(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", plain(text))
    }
}
