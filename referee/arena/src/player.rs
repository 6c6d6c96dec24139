//! A bot at the table: its process, what it has still to be told, and what it writes.

use std::time::{Duration, Instant};

use referee_protocol::{Encoding, Lines, Ready, ToBot};
use referee_record::{BotMeasure, Limits};

use crate::fault::how_it_ended;
use crate::process::{Got, Process};
use crate::stderr::HeadTail;
use crate::traffic::Traffic;

/// One read.
const READ_BYTES: usize = 64 << 10;

/// A process, and what it said of itself; it may play several games.
pub(crate) struct Bot {
    pub(crate) process: Process,
    pub(crate) ready: Ready,
    pub(crate) lines: Lines,
}

/// A bot in one game.
pub(crate) struct Player {
    pub(crate) bot: Bot,
    /// Lines for the bot, and how much of them its pipe has taken.
    outbox: String,
    sent: usize,
    buffer: Box<[u8]>,
    /// The last turn's stderr is shown to those who watch.
    pub(crate) fresh_stderr: Vec<u8>,
    pub(crate) watched: bool,
    stderr: HeadTail,
    pub(crate) measure: BotMeasure,
    traffic: Option<Traffic>,
}

impl Bot {
    /// A process that hasn't said anything yet.
    pub(crate) fn new(process: Process) -> Bot {
        Bot {
            process,
            ready: Ready::default(),
            lines: Lines::default(),
        }
    }
}

impl Player {
    /// Sits a bot down for a game.
    pub(crate) fn new(bot: Bot, seat: char, limits: &Limits, traffic: Option<Traffic>) -> Player {
        Player {
            bot,
            outbox: String::new(),
            sent: 0,
            buffer: vec![0; READ_BYTES].into_boxed_slice(),
            fresh_stderr: Vec::new(),
            watched: false,
            stderr: HeadTail::new(usize::try_from(limits.stderr_bytes).unwrap_or(0)),
            measure: BotMeasure {
                seat,
                ..BotMeasure::default()
            },
            traffic,
        }
    }

    /// Whether the bot speaks JSON, and wants the structured state with it.
    pub(crate) fn wants_view(&self) -> bool {
        self.bot.ready.json
    }

    /// Puts a message into the outbox.
    pub(crate) fn tell(&mut self, message: &ToBot<'_>) {
        let encoding = if self.bot.ready.json {
            Encoding::Json
        } else {
            Encoding::Text
        };
        let from = self.outbox.len();
        message.write(encoding, &mut self.outbox);
        if let Some(traffic) = &mut self.traffic {
            traffic.sent(&self.outbox.as_bytes()[from..]);
        }
    }

    /// Writes the outbox, as far as the pipe takes it.
    pub(crate) fn send(&mut self) {
        self.sent += self.bot.process.write(&self.outbox.as_bytes()[self.sent..]);
        if self.sent == self.outbox.len() {
            self.outbox.clear();
            self.sent = 0;
        }
    }

    /// Whether something waits for room in the bot's pipe.
    pub(crate) fn unsent(&self) -> bool {
        !self.outbox.is_empty()
    }

    /// Reads from stdout once, into the lines.
    pub(crate) fn read(&mut self) -> Got {
        let got = self.bot.process.read(&mut self.buffer);
        if let Got::Bytes(n) = got {
            let bytes = &self.buffer[..n];
            self.bot.lines.push(bytes);
            if let Some(traffic) = &mut self.traffic {
                traffic.got(bytes);
            }
        }
        got
    }

    /// The bytes that the last read brought.
    pub(crate) fn last_read(&self, n: usize) -> &[u8] {
        &self.buffer[..n]
    }

    /// Reads from stderr once.
    pub(crate) fn read_stderr(&mut self) -> Got {
        let got = self.bot.process.read_stderr(&mut self.buffer);
        if let Got::Bytes(n) = got {
            let bytes = &self.buffer[..n];
            self.stderr.push(bytes);
            if let Some(traffic) = &mut self.traffic {
                traffic.erred(bytes);
            }
            if self.watched {
                self.fresh_stderr.extend_from_slice(bytes);
            }
        }
        got
    }

    /// The end of stderr, everything read that has come.
    pub(crate) fn last_stderr(&mut self, most: usize) -> String {
        while let Got::Bytes(_) = self.read_stderr() {}
        self.stderr.last(most)
    }

    /// Lets the bot leave: `quit`, the end of its input, and the grace time; then it is killed.
    pub(crate) fn dismiss(mut self, grace: Duration) -> BotMeasure {
        let deadline = Instant::now() + grace;
        loop {
            self.send();
            if !self.unsent() {
                self.bot.process.close_stdin();
            }
            while let Got::Bytes(_) = self.read() {
                self.bot.lines.clear();
            }
            self.read_stderr();
            if self.bot.process.ended().is_some() || Instant::now() >= deadline {
                return self.kill();
            }
            self.bot.process.wait(self.unsent(), deadline);
        }
    }

    /// Ends the process at once, if it hasn't ended.
    pub(crate) fn kill(mut self) -> BotMeasure {
        let ended = self.bot.process.ended();
        self.bot.process.kill();
        self.measure.exit = Some(match ended {
            Some(status) => how_it_ended(status),
            None => "was killed by the referee".to_owned(),
        });
        self.leave().1
    }

    /// Ends the game for the bot without ending its process.
    pub(crate) fn leave(mut self) -> (Bot, BotMeasure) {
        while let Got::Bytes(_) = self.read_stderr() {}
        self.measure.stderr_head = self.stderr.head();
        self.measure.stderr_tail = self.stderr.tail();
        (self.bot, self.measure)
    }
}
