//! Reads the lines that people type, with a deadline.
//!
//! A separate thread reads the lines, because not every system can wait for a terminal with a deadline. The
//! thread isn't joined at the end.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use referee_checks::{InputLine, InputLines};

/// Interval at which it is checked whether the game was stopped.
const CHECKED: Duration = Duration::from_millis(100);

/// Lines from standard input.
pub struct Input {
    /// True once the game is stopped, which ends the input.
    stop: Arc<AtomicBool>,
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
    /// Starts the thread that reads standard input, until `stop` is set.
    pub fn open(stop: Arc<AtomicBool>) -> Input {
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
            stop,
            lines,
            shown: io::stdin().is_terminal(),
        }
    }

    /// Tells if the game was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits for the next line until the deadline; without a deadline, as long as it takes.
    pub fn hear(&self, until: Option<Instant>) -> io::Result<InputEvent> {
        let line = loop {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            // A line that was typed ahead is late as well.
            if left.is_some_and(|left| left.is_zero()) {
                return Ok(InputEvent::Late);
            }
            if self.is_stopped() {
                return Ok(InputEvent::End);
            }
            let wait = left.map_or(CHECKED, |left| left.min(CHECKED));
            match self.lines.recv_timeout(wait) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(InputEvent::End),
                Ok(line) => break line?,
            }
        };
        Ok(match line {
            InputLine::Text(text) => InputEvent::Line(text.trim().to_owned()),
            InputLine::Refused(why) => InputEvent::Refused(why),
        })
    }
}
