//! What people type: lines, as long as there is time for them.
//!
//! Lines are read by a thread of their own, since a terminal can't be waited for with a deadline on
//! every system. It is left alone at the end.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

use crate::session::{Line, Lines};

/// Lines from standard input.
pub struct Input {
    lines: Receiver<io::Result<Line>>,
    /// Whether a terminal shows what is typed.
    pub shown: bool,
}

/// What was heard.
pub enum Heard {
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
            let mut input = Lines::new(io::stdin().lock());
            while let Some(line) = input.next().transpose() {
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
    pub fn hear(&self, until: Option<Instant>) -> io::Result<Heard> {
        // A line that was typed ahead comes too late, too.
        if until.is_some_and(|until| until <= Instant::now()) {
            return Ok(Heard::Late);
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
                Line::Text(text) => Heard::Line(text.trim().to_owned()),
                Line::Refused(why) => Heard::Refused(why),
            },
            Err(RecvTimeoutError::Timeout) => Heard::Late,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        })
    }
}
