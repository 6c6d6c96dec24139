//! What people type: lines, as long as there is time for them.
//!
//! Lines are read by a thread of their own, since a terminal can't be waited for with a deadline on
//! every system. It is left alone at the end.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

use referee_checks::rules_session::{InputLine, InputLines};

/// Lines from standard input.
pub struct Input {
    lines: Receiver<io::Result<InputLine>>,
    /// Whether a terminal shows what is typed.
    pub shown: bool,
}

/// What was heard.
pub enum InputEvent {
    /// A line.
    Line(String),
    /// A line that can't be read; why.
    Refused(String),
    /// Nothing in time.
    Late,
    /// Nothing more will come.
    End,
}

impl Input {
    /// Begins to read.
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

    /// Waits for the next line.
    pub fn hear(&self, until: Option<Instant>) -> io::Result<InputEvent> {
        // A line that was typed ahead comes too late, too.
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
