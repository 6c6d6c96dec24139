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
/// Where all is read that has come, no more reads than this: somebody may be writing all the time.
const DRAINED_READS: usize = 64;
/// Bytes of `info` that are kept of one bot in one game; a record must stay within bounds.
const INFO_BYTES: usize = 1 << 20;
/// Of a turn's stderr, so much of the head and of the tail is shown to those who watch.
const SHOWN_BYTES: usize = 16 << 10;

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
    /// How much of the outbox stands in the log.
    logged: usize,
    /// Bytes of `info` that may still be kept in this game.
    pub(crate) info_room: usize,
    /// When the last read ended.
    pub(crate) read_at: Instant,
    /// Whether what the bot writes may be an answer.
    pub(crate) listening: bool,
    buffer: Box<[u8]>,
    /// Stderr that those who watch haven't been shown, if anybody does.
    fresh_stderr: Option<HeadTail>,
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
            logged: 0,
            info_room: INFO_BYTES,
            read_at: Instant::now(),
            listening: true,
            buffer: vec![0; READ_BYTES].into_boxed_slice(),
            fresh_stderr: None,
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
        message.write(encoding, &mut self.outbox);
    }

    /// Has what the bot writes to stderr shown.
    pub(crate) fn watch(&mut self) {
        self.fresh_stderr = Some(HeadTail::new(SHOWN_BYTES));
    }

    /// What the bot wrote to stderr since this was last asked, if anybody watches.
    pub(crate) fn take_stderr(&mut self) -> Option<String> {
        let fresh = self.fresh_stderr.as_mut()?;
        let fresh = std::mem::replace(fresh, HeadTail::new(SHOWN_BYTES));
        Some(fresh.head() + &fresh.tail()).filter(|text| !text.is_empty())
    }

    /// Logs what is about to be sent: before the clock starts, not while it runs.
    pub(crate) fn log_outbox(&mut self) {
        if let Some(traffic) = &mut self.traffic {
            traffic.sent(&self.outbox.as_bytes()[self.logged..]);
        }
        self.logged = self.outbox.len();
    }

    /// Writes the outbox, as far as the pipe takes it.
    pub(crate) fn send(&mut self) {
        self.log_outbox();
        self.sent += self.bot.process.write(&self.outbox.as_bytes()[self.sent..]);
        if self.sent == self.outbox.len() {
            self.outbox.clear();
            self.sent = 0;
            self.logged = 0;
        }
    }

    /// Whether something waits for room in the bot's pipe.
    pub(crate) fn unsent(&self) -> bool {
        !self.outbox.is_empty()
    }

    /// Reads from stdout once, into the lines.
    pub(crate) fn read(&mut self) -> Got {
        let got = self.bot.process.read(&mut self.buffer);
        self.read_at = Instant::now();
        if let Got::Bytes(n) = got {
            let bytes = &self.buffer[..n];
            self.bot.lines.push(bytes);
            if let Some(traffic) = &mut self.traffic {
                traffic.got(bytes, self.listening);
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
            if let Some(fresh) = &mut self.fresh_stderr {
                fresh.push(bytes);
            }
        }
        got
    }

    /// Reads from stderr what has come; no more than a bot can have written meanwhile.
    pub(crate) fn drain_stderr(&mut self) {
        for _ in 0..DRAINED_READS {
            if !matches!(self.read_stderr(), Got::Bytes(_)) {
                break;
            }
        }
    }

    /// The end of stderr, everything read that has come.
    pub(crate) fn last_stderr(&mut self, most: usize) -> String {
        self.drain_stderr();
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
            self.listening = false;
            self.read();
            self.bot.lines.clear();
            self.read_stderr();
            if self.bot.process.ended().is_some() || Instant::now() >= deadline {
                return self.kill();
            }
            self.bot.process.wait(self.unsent(), &[], deadline);
        }
    }

    /// Ends the process at once, if it hasn't ended.
    pub(crate) fn kill(mut self) -> BotMeasure {
        self.bot.process.ended();
        let status = self.bot.process.kill();
        self.measure.exit = Some(match status {
            Some(status) if !self.bot.process.was_killed() => how_it_ended(status),
            _ => "was killed by the referee".to_owned(),
        });
        self.leave().1
    }

    /// Ends the game for the bot without ending its process.
    pub(crate) fn leave(mut self) -> (Bot, BotMeasure) {
        self.drain_stderr();
        self.measure.stderr_head = self.stderr.head();
        self.measure.stderr_tail = self.stderr.tail();
        (self.bot, self.measure)
    }
}
