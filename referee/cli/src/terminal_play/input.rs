//! Reads the lines that people type, with a deadline.
//!
//! A separate thread reads the lines, because not every system can wait for a terminal with a deadline. The
//! thread isn't joined at the end.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

use referee_checks::{InputLine, InputLines};

/// Lines from standard input.
pub struct Input {
    lines: Receiver<io::Result<InputLine>>,
    /// True if a terminal echoes what is typed.
    pub shown: bool,
}

/// The outcome of waiting for a line.
pub enum InputEvent {
    /// A line.
    Line(String),
    /// A line that can't be read, with the reason.
    Refused(String),
    /// The deadline passed.
    Late,
    /// The input ended.
    End,
}

impl Input {
    /// Starts the thread that reads standard input.
    pub fn open() -> Input {
        let (to, lines) = channel();
        thread::spawn(move || {
            let mut input = InputLines::new(io::stdin().lock());
            while let Some(line) = input.next_line().transpose() {
                let failed = line.is_err();
                if to.send(line).is_err() || failed {
                    break;
                }
            }
        });
        Input {
            lines,
            shown: io::stdin().is_terminal(),
        }
    }

    /// Waits for the next line until the deadline; without a deadline, as long as it takes.
    pub fn hear(&self, until: Option<Instant>) -> io::Result<InputEvent> {
        // A line that was typed ahead is late as well.
        if until.is_some_and(|until| until <= Instant::now()) {
            return Ok(InputEvent::Late);
        }
        let line = match until {
            None => self
                .lines
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some(until) => {
                let left = until.saturating_duration_since(Instant::now());
                self.lines.recv_timeout(left)
            }
        };
        Ok(match line {
            Ok(line) => match line? {
                InputLine::Text(text) => InputEvent::Line(text.trim().to_owned()),
                InputLine::Refused(why) => InputEvent::Refused(why),
            },
            Err(RecvTimeoutError::Timeout) => InputEvent::Late,
            Err(RecvTimeoutError::Disconnected) => InputEvent::End,
        })
    }
}
