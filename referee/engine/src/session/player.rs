//! Represents a bot in a game: its process, the messages still to be sent to it, and its output.

use std::time::{Duration, Instant};

use referee_protocol::{LineBuffer, Ready};
use referee_record::{BotMeasure, Evidence, Lateness, Limits};

use crate::process::bot_process::BotProcess;
use crate::process::status::ReadResult;
use crate::program::runtimes::java_notice;
use crate::session::fault::how_it_ended;
use crate::session::seat_messages::MessageSink;
use crate::session::stderr::HeadTail;
use crate::session::suspension::{Suspension, Trust};
use crate::session::traffic::Traffic;
use crate::session::transcript_hash::TranscriptHasher;
use crate::time::turn_account::TurnAccount;

/// Bytes per read.
const READ_BYTES: usize = 64 << 10;
/// Reads per drain; a bot may never stop writing.
const DRAINED_READS: usize = 64;
/// Bytes of `info` that are kept of one game, all seats together; a record must be bounded.
const INFO_BYTES: usize = 1 << 20;
/// Bytes of a turn's stderr that an observer is shown, of the head and of the tail each.
const SHOWN_BYTES: usize = 16 << 10;

/// A process and the bot's `ready` message; it may play several games.
pub(crate) struct ConnectedBot {
    pub(crate) process: BotProcess,
    pub(crate) ready: Ready,
    pub(crate) lines: LineBuffer,
    pub(crate) suspension: Suspension,
    /// Wall time of its last turn, if it had one.
    pub(crate) last_turn: Option<Duration>,
    /// Where its output is read to; it lives as long as the process, so that no game begins by clearing it.
    buffer: Box<[u8]>,
}

/// A bot in one game.
pub(crate) struct Player {
    pub(crate) bot: ConnectedBot,
    /// Lines for the bot, and how many bytes of them its pipe has taken.
    outbox: String,
    sent: usize,
    /// Bytes of the outbox that are in the log.
    logged: usize,
    /// Bytes that the bot's pipe has taken since its last answer.
    told_since: u64,
    /// Hash of what the bot was sent in this game, until the game is over for it.
    hash: Option<TranscriptHasher>,
    /// Bytes of `info` that may still be kept in this game.
    pub(crate) info_room: usize,
    /// When the last read ended.
    pub(crate) read_at: Instant,
    /// True if the bot is sent events at once, and thinks between its turns.
    ponders: bool,
    /// Its CPU time when the counters were last read, in nanoseconds.
    pub(crate) seen_cpu: u64,
    /// The lateness by which this game is void, where it counts against the seat.
    pub(crate) late: Option<Lateness>,
    /// True if the bot's output may be an answer.
    pub(crate) listening: bool,
    /// Stderr that the observer hasn't been shown, if there is one.
    fresh_stderr: Option<HeadTail>,
    stderr: HeadTail,
    /// What a JVM writes to stderr because of the referee, and not of the bot: it isn't kept.
    java_notice: String,
    pub(crate) measure: BotMeasure,
    traffic: Option<Traffic>,
}

impl ConnectedBot {
    /// Creates the state of a process that hasn't written anything yet.
    pub(crate) fn new(process: BotProcess) -> ConnectedBot {
        ConnectedBot {
            process,
            ready: Ready::default(),
            lines: LineBuffer::default(),
            suspension: Suspension::default(),
            last_turn: None,
            buffer: vec![0; READ_BYTES].into_boxed_slice(),
        }
    }

    /// Suspends the bot until its turn, if the game is played that way.
    pub(crate) fn suspend(&mut self) {
        self.suspension.suspend(&mut self.process);
    }

    /// Tells if the bot is to be suspended in the turns of others, and isn't.
    pub(crate) fn runs_on(&self) -> bool {
        self.suspension.wanted && self.process.frozen().is_none()
    }

    /// Begins a game in which the bot is suspended while it isn't asked, if that is `wanted`.
    pub(crate) fn begin(&mut self, wanted: bool) {
        self.suspension.begin(wanted, &self.process);
    }

    /// Returns how far the bot is trusted, after judging what it did since its last turn.
    pub(crate) fn trust(&mut self) -> Trust {
        self.suspension.judge(&self.process);
        self.suspension.trust
    }
}

impl Player {
    /// Seats a bot for a game.
    pub(crate) fn new(
        bot: ConnectedBot,
        seat: char,
        limits: &Limits,
        traffic: Option<Traffic>,
    ) -> Player {
        Player {
            bot,
            outbox: String::new(),
            sent: 0,
            logged: 0,
            told_since: 0,
            hash: Some(TranscriptHasher::new()),
            info_room: INFO_BYTES,
            read_at: Instant::now(),
            ponders: false,
            seen_cpu: 0,
            late: None,
            listening: true,
            fresh_stderr: None,
            stderr: HeadTail::new(usize::try_from(limits.stderr_bytes).unwrap_or(0)),
            java_notice: java_notice(limits.memory_mib),
            measure: BotMeasure {
                seat,
                ..BotMeasure::default()
            },
            traffic,
        }
    }

    /// Limits the kept `info` to the bot's share, as one of `seats` seats.
    pub(crate) fn share_info(&mut self, seats: usize) {
        self.info_room = INFO_BYTES / seats.max(1);
    }

    /// Notes that the game is void: the bot was late by `by`, because of the time that others took from the
    /// `allowed` time.
    pub(crate) fn excuse(&mut self, account: &TurnAccount, by: Duration, allowed: Duration) {
        self.late = account.lateness(by, allowed, self.measure.seat);
    }

    /// Shows the bot's stderr to an observer from now on.
    pub(crate) fn watch(&mut self) {
        self.fresh_stderr = Some(HeadTail::new(SHOWN_BYTES));
    }

    /// Returns the bot's stderr since the last call, if there is an observer.
    pub(crate) fn take_stderr(&mut self) -> Option<String> {
        let fresh = self.fresh_stderr.as_mut()?;
        let fresh = std::mem::replace(fresh, HeadTail::new(SHOWN_BYTES));
        Some(fresh.head() + &fresh.tail()).filter(|text| !text.is_empty())
    }

    /// Suspends the bot until its turn, if the game is played that way.
    pub(crate) fn suspend(&mut self) {
        self.bot.suspend();
    }

    /// Suspends the bot after its answer, at once or when the next turn lasts.
    pub(crate) fn rest_after(&mut self, quick: Option<Duration>) {
        let bot = &mut self.bot;
        bot.suspension.after_answer(&mut bot.process, quick);
    }

    /// Resumes the bot.
    pub(crate) fn wake(&mut self) {
        self.bot.suspension.resume(&mut self.bot.process);
    }

    /// Makes the bot ponder: events are sent to it as they occur.
    pub(crate) fn ponder(&mut self) {
        self.ponders = true;
    }

    /// Logs the messages that are about to be sent: before the clock starts, not while it runs.
    pub(crate) fn log_outbox(&mut self) {
        let fresh = &self.outbox.as_bytes()[self.logged..];
        if let Some(traffic) = &mut self.traffic {
            traffic.sent(fresh);
        }
        if let Some(hash) = &mut self.hash {
            hash.add(fresh);
        }
        self.logged = self.outbox.len();
    }

    /// Restarts the hash of the sent messages.
    pub(crate) fn count_anew(&mut self) {
        self.hash = Some(TranscriptHasher::new());
    }

    /// Drops the hash, as the record can't reproduce the sent messages.
    pub(crate) fn forget_told(&mut self) {
        self.hash = None;
    }

    /// Ends the game for the bot: messages from here on don't belong to it.
    pub(crate) fn heard_all(&mut self) {
        self.log_outbox();
        let told = self.hash.take().map(|hash| hash.finish());
        self.measure.told = told.or(self.measure.told);
    }

    /// Notes the bot's fault in the traffic log.
    pub(crate) fn note(&mut self, evidence: &Evidence) {
        if let Some(traffic) = &mut self.traffic {
            traffic.fault(evidence);
        }
    }

    /// Writes the outbox, as far as the pipe takes it.
    pub(crate) fn send(&mut self) {
        self.send_until(self.outbox.len());
    }

    /// Sends at least one line of the events since the bot's last answer, so that the bot finds it when it
    /// reads on.
    pub(crate) fn send_ahead(&mut self) {
        if self.told_since == 0 {
            let line = self.outbox.find('\n').map_or(0, |end| end + 1);
            self.send_until(line);
        }
    }

    fn send_until(&mut self, end: usize) {
        self.log_outbox();
        let bytes = self.outbox.as_bytes().get(self.sent..end);
        let taken = self.bot.process.write(bytes.unwrap_or_default());
        self.sent += taken;
        self.told_since += taken as u64;
        if self.sent == self.outbox.len() {
            self.outbox.clear();
            self.sent = 0;
            self.logged = 0;
        }
    }

    /// Tells if something waits for room in the bot's pipe.
    pub(crate) fn unsent(&self) -> bool {
        !self.outbox.is_empty()
    }

    /// Notes that the bot has answered: messages from here on come after the answer.
    pub(crate) fn answered(&mut self) {
        self.told_since = 0;
    }

    /// Tells if the bot has read on since its last answer, so that it has finished the output that it wrote
    /// then. True as well where the system doesn't tell, or nothing was sent.
    pub(crate) fn reads_on(&self) -> bool {
        self.told_since == 0 || self.bot.process.unread() < self.told_since
    }

    /// Returns the bytes that were sent to the bot or wait for it and that it hasn't read, where the system
    /// tells.
    pub(crate) fn unread(&self) -> u64 {
        (self.outbox.len() - self.sent) as u64 + self.bot.process.unread()
    }

    /// Reads from stdout once, into the line buffer.
    pub(crate) fn read(&mut self) -> ReadResult {
        let bot = &mut self.bot;
        let got = bot.process.read(&mut bot.buffer);
        self.read_at = Instant::now();
        if let ReadResult::Bytes(n) = got {
            let bytes = &bot.buffer[..n];
            bot.lines.push(bytes);
            if let Some(traffic) = &mut self.traffic {
                traffic.got(bytes, self.listening);
            }
        }
        got
    }

    /// Returns the first `n` bytes of the read buffer, which the last read has filled.
    pub(crate) fn last_read(&self, n: usize) -> &[u8] {
        &self.bot.buffer[..n]
    }

    /// Reads from stderr once.
    pub(crate) fn read_stderr(&mut self) -> ReadResult {
        let bot = &mut self.bot;
        let got = bot.process.read_stderr(&mut bot.buffer);
        if let ReadResult::Bytes(n) = got {
            let bytes = &bot.buffer[..n];
            let bytes = bytes
                .strip_prefix(self.java_notice.as_bytes())
                .unwrap_or(bytes);
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

    /// Reads the stderr that has come, with at most [`DRAINED_READS`] reads.
    pub(crate) fn drain_stderr(&mut self) {
        for _ in 0..DRAINED_READS {
            if !matches!(self.read_stderr(), ReadResult::Bytes(_)) {
                break;
            }
        }
    }

    /// Returns the last `most` bytes of stderr, after reading all that has come.
    pub(crate) fn last_stderr(&mut self, most: usize) -> String {
        self.drain_stderr();
        self.stderr.last(most)
    }

    /// Ends the bot: sends what is left in the outbox (with `quit` at its end), closes its stdin, and kills
    /// it after the grace time if it hasn't ended.
    pub(crate) fn dismiss(mut self, grace: Duration) -> BotMeasure {
        self.wake();
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

    /// Kills the process at once, if it hasn't ended, and returns the measurements.
    pub(crate) fn kill(mut self) -> BotMeasure {
        self.bot.process.ended();
        let end = self.bot.process.kill();
        self.measure.cpu_us = end.and_then(|end| Some(end.cpu_ns? / 1000));
        self.measure.memory_bytes = end.and_then(|end| end.peak);
        self.measure.exit = Some(match end.and_then(|end| end.status) {
            Some(status) if !self.bot.process.was_killed() => how_it_ended(status),
            _ => "was killed by the referee".to_owned(),
        });
        self.leave().1
    }

    /// Ends the game for the bot without ending its process.
    pub(crate) fn leave(mut self) -> (ConnectedBot, BotMeasure) {
        self.drain_stderr();
        let ready = &self.bot.ready;
        (self.measure.json, self.measure.legal_off) = (ready.json, ready.legal_off);
        self.measure.stderr_head = self.stderr.head();
        self.measure.stderr_tail = self.stderr.tail();
        (self.bot, self.measure)
    }
}

impl MessageSink for Player {
    fn ready(&self) -> &Ready {
        &self.bot.ready
    }

    fn outbox(&mut self) -> &mut String {
        &mut self.outbox
    }

    fn send(&mut self) {
        Player::send(self);
    }

    fn ponders(&self) -> bool {
        self.ponders
    }
}
