//! A bot at the table: its process, what it has still to be told, and what it writes.

use std::time::{Duration, Instant};

use referee_protocol::{LineBuffer, Ready};
use referee_record::{BotMeasure, Evidence, Lateness, Limits, TranscriptHash};

use crate::fault::how_it_ended;
use crate::process::{BotProcess, ReadResult};
use crate::seat_messages::MessageSink;
use crate::stderr::HeadTail;
use crate::traffic::Traffic;
use crate::transcript_hash;
use crate::turn_account::TurnAccount;

/// One read.
const READ_BYTES: usize = 64 << 10;
/// Where all is read that has come, no more reads than this: somebody may be writing all the time.
const DRAINED_READS: usize = 64;
/// How long a bot may take to stand still, the first time and when it didn't before.
const REST: Duration = Duration::from_millis(250);
const LITTLE_REST: Duration = Duration::from_millis(10);
/// Bytes of `info` that are kept of one game; a record must stay within bounds.
const INFO_BYTES: usize = 1 << 20;
/// Of a turn's stderr, so much of the head and of the tail is shown to those who watch.
const SHOWN_BYTES: usize = 16 << 10;

/// A process, and what it said of itself; it may play several games.
pub(crate) struct ConnectedBot {
    pub(crate) process: BotProcess,
    pub(crate) ready: Ready,
    pub(crate) lines: LineBuffer,
}

/// A bot in one game.
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself")]
pub(crate) struct Player {
    pub(crate) bot: ConnectedBot,
    /// Lines for the bot, and how much of them its pipe has taken.
    outbox: String,
    sent: usize,
    /// How much of the outbox stands in the log.
    logged: usize,
    /// Bytes that its pipe has taken since its last answer.
    told_since: u64,
    /// What it was told in this game so far, until the game is over for it.
    hash: Option<TranscriptHash>,
    /// Bytes of `info` that may still be kept in this game.
    pub(crate) info_room: usize,
    /// When the last read ended.
    pub(crate) read_at: Instant,
    /// Whether the bot is stopped while it isn't asked.
    pub(crate) rests: bool,
    /// Whether it is told at once what happens, and thinks on.
    ponders: bool,
    /// Whether it couldn't be stopped once: then nobody waits long for it again.
    restless: bool,
    /// Whether its next turn is watched from its beginning: the last was long enough.
    pub(crate) slow: bool,
    /// Its CPU time when counters were last read, in nanoseconds.
    pub(crate) seen_cpu: u64,
    /// The lateness by which this game is void, where that counts against the seat.
    pub(crate) late: Option<Lateness>,
    /// Whether what the bot writes may be an answer.
    pub(crate) listening: bool,
    buffer: Box<[u8]>,
    /// Stderr that those who watch haven't been shown, if anybody does.
    fresh_stderr: Option<HeadTail>,
    stderr: HeadTail,
    pub(crate) measure: BotMeasure,
    traffic: Option<Traffic>,
}

impl ConnectedBot {
    /// A process that hasn't said anything yet.
    pub(crate) fn new(process: BotProcess) -> ConnectedBot {
        ConnectedBot {
            process,
            ready: Ready::default(),
            lines: LineBuffer::default(),
        }
    }
}

impl Player {
    /// Sits a bot down for a game.
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
            hash: Some(transcript_hash::NOTHING),
            info_room: INFO_BYTES,
            read_at: Instant::now(),
            rests: false,
            ponders: false,
            restless: false,
            slow: false,
            seen_cpu: 0,
            late: None,
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

    /// Has it keep no more `info` than its part, as one of so many seats.
    pub(crate) fn share_info(&mut self, seats: usize) {
        self.info_room = INFO_BYTES / seats.max(1);
    }

    /// Notes that the game is void, as the bot was late `by` so long for want of what others took from what
    /// was `allowed`.
    pub(crate) fn excuse(&mut self, account: &TurnAccount, by: Duration, allowed: Duration) {
        self.late = account.lateness(by, allowed, self.measure.seat);
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

    /// Stops the bot until it is its turn, if that is how it is played; a bot that can't be stopped
    /// soon runs on, and the process remembers that.
    pub(crate) fn rest(&mut self) {
        if self.rests && self.bot.process.frozen().is_none() {
            let patience = if self.restless { LITTLE_REST } else { REST };
            let surely = self.bot.process.freeze(Instant::now() + patience);
            self.restless |= !surely;
        }
    }

    /// Lets the bot go on.
    pub(crate) fn wake(&mut self) {
        self.bot.process.thaw();
    }

    /// Whether happenings are told as they occur.
    pub(crate) fn ponder(&mut self) {
        self.ponders = true;
    }

    /// Logs what is about to be sent: before the clock starts, not while it runs.
    pub(crate) fn log_outbox(&mut self) {
        let fresh = &self.outbox.as_bytes()[self.logged..];
        if let Some(traffic) = &mut self.traffic {
            traffic.sent(fresh);
        }
        if let Some(hash) = &mut self.hash {
            transcript_hash::add(hash, fresh);
        }
        self.logged = self.outbox.len();
    }

    /// Counts what the bot is told from here on.
    pub(crate) fn count_anew(&mut self) {
        self.hash = Some(transcript_hash::NOTHING);
    }

    /// What the bot was told can't be told again from the record.
    pub(crate) fn forget_told(&mut self) {
        self.hash = None;
    }

    /// The game is over for the bot: what it is told from here on doesn't belong to it.
    pub(crate) fn heard_all(&mut self) {
        self.log_outbox();
        self.measure.told = self.hash.take().or(self.measure.told);
    }

    /// Notes its fault in the log.
    pub(crate) fn note(&mut self, evidence: &Evidence) {
        if let Some(traffic) = &mut self.traffic {
            traffic.fault(evidence);
        }
    }

    /// Writes the outbox, as far as the pipe takes it.
    pub(crate) fn send(&mut self) {
        self.send_until(self.outbox.len());
    }

    /// Has the bot find at least one line, when it reads on, of what happened since its last answer.
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

    /// Whether something waits for room in the bot's pipe.
    pub(crate) fn unsent(&self) -> bool {
        !self.outbox.is_empty()
    }

    /// The bot has answered: what it is told from here on comes after that.
    pub(crate) fn answered(&mut self) {
        self.told_since = 0;
    }

    /// Whether the bot has read on since its last answer, so that it isn't still at what it wrote then;
    /// so it is taken to be where the system doesn't tell, or it wasn't told anything.
    pub(crate) fn reads_on(&self) -> bool {
        self.told_since == 0 || self.bot.process.unread() < self.told_since
    }

    /// Bytes that the bot was told and hasn't read, where the system tells.
    pub(crate) fn unread(&self) -> u64 {
        (self.outbox.len() - self.sent) as u64 + self.bot.process.unread()
    }

    /// Reads from stdout once, into the lines.
    pub(crate) fn read(&mut self) -> ReadResult {
        let got = self.bot.process.read(&mut self.buffer);
        self.read_at = Instant::now();
        if let ReadResult::Bytes(n) = got {
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
    pub(crate) fn read_stderr(&mut self) -> ReadResult {
        let got = self.bot.process.read_stderr(&mut self.buffer);
        if let ReadResult::Bytes(n) = got {
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
            if !matches!(self.read_stderr(), ReadResult::Bytes(_)) {
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

    /// Ends the process at once, if it hasn't ended.
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
