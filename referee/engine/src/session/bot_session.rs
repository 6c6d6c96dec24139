//! Talks to one bot alone in the jail: sends it raw lines and reads its output line by line.
//!
//! Nothing is judged here. The caller sees which output came, when it came, and how the process ended.

use std::time::{Duration, Instant};

use referee_protocol::Line;
use referee_record::Limits;

use crate::process::bot_process::BotProcess;
use crate::process::scope::ProcessScope;
use crate::process::status::ReadResult;
use crate::program::Program;
use crate::program::spawn_error::SpawnError;
use crate::session::fault::{SeatFault, TurnFailure};
use crate::session::patience::{Patience, Reading};
use crate::session::player::{ConnectedBot, Player};
use crate::session::seat_messages::MessageSink;
use crate::session::turn_answer::ended;
use crate::time::turn_account::Overtime;

/// Bytes of stderr that are shown, counted from its end.
const STDERR_BYTES: usize = 8 << 10;
/// Lines of a conversation that are kept; the oldest are dropped first.
const KEPT_LINES: usize = 2000;
/// Factor of the additional wait for a bot that was kept from its core.
const LONGER: u32 = 4;

/// A line of the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A line that was sent to the bot.
    Referee(String),
    /// A line that the bot wrote.
    Bot(String),
}

/// The next thing that was read from a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Utterance {
    /// A whole line that isn't blank.
    Line(Vec<u8>),
    /// A line over the limit, or more output than one turn may have.
    TooMuch,
    /// No whole line in time; holds the beginning of an unfinished line.
    Silence(Option<String>),
    /// End of the output, for this reason.
    End(SeatFault),
    /// No answer came, as others kept the bot from its core; the text names them.
    Crowded(String),
    /// The machine failed.
    Broken(String),
}

/// A running bot that is sent raw lines.
pub struct BotSession {
    player: Player,
    limits: Limits,
    lines: Vec<Said>,
    /// Bytes read since something was last sent to the bot.
    bytes: u64,
    /// Bytes sent to the bot since it last wrote a line.
    sent_bytes: u64,
    /// How long to wait for the bot, counted from the last question.
    patience: Option<Patience>,
    /// Whether the CPU time of each answer is counted, which takes several reads of the system's files.
    counts_cpu: bool,
    /// The result of every read after the end of the output.
    over: Option<Utterance>,
}

impl BotSession {
    /// Starts a bot; nothing is sent to it yet.
    pub fn start(
        program: &Program,
        limits: &Limits,
        scope: &ProcessScope,
    ) -> Result<BotSession, SpawnError> {
        let process = BotProcess::start(program, limits, scope)?;
        Ok(BotSession {
            player: Player::new(ConnectedBot::new(process), 'A', limits, None),
            limits: *limits,
            lines: Vec::new(),
            bytes: 0,
            sent_bytes: 0,
            patience: None,
            counts_cpu: false,
            over: None,
        })
    }

    /// Returns the session, which counts the CPU time of each answer from now on; see [`BotSession::reading`].
    #[must_use]
    pub fn counting_cpu(self) -> BotSession {
        BotSession {
            counts_cpu: true,
            ..self
        }
    }

    /// Sends whole lines, as far as the pipe takes them; the rest is sent while the bot's output is read.
    pub fn tell(&mut self, text: &str) {
        for line in text.lines() {
            self.keep(Said::Referee(line.to_owned()));
        }
        self.bytes = 0;
        self.sent_bytes += text.len() as u64;
        self.player.outbox().push_str(text);
        self.player.send();
    }

    /// Sends whole lines that are to be answered within `patience`.
    pub fn ask(&mut self, text: &str, patience: Duration) {
        self.patience = Some(self.patience(patience));
        self.tell(text);
    }

    /// Waits for the next line of the answer. Waits longer for a bot that others kept from its core, as in
    /// games, but for more time, since nothing else waits here.
    pub fn answer(&mut self) -> Utterance {
        loop {
            let Some(due) = self.patience.as_ref().map(Patience::due) else {
                return Utterance::Silence(self.begun());
            };
            let since = Instant::now();
            let heard = self.hear(due);
            let (Utterance::Silence(begun), Some(patience)) = (&heard, &mut self.patience) else {
                return heard;
            };
            match patience.look(&mut self.player, due, since) {
                None | Some(Overtime::Wait(_)) => {}
                Some(Overtime::Void(why)) => return Utterance::Crowded(why),
                Some(Overtime::Over) => return Utterance::Silence(begun.clone()),
            }
        }
    }

    /// Returns how long the bot took since it was asked, without the time that others took from it.
    pub fn own_time(&mut self) -> Duration {
        let patience = self.patience.as_mut();
        patience.map_or(Duration::ZERO, |patience| {
            patience.own_time(&mut self.player)
        })
    }

    /// Returns how much the bot has read of what it was sent, if it was asked anything.
    pub fn reading(&self) -> Option<Reading> {
        let patience = self.patience.as_ref()?;
        Some(patience.reading(&self.player, self.sent_bytes))
    }

    /// Ends the bot's input once everything is sent, or at `until`.
    pub fn end_input(&mut self, until: Instant) {
        while self.player.unsent() && Instant::now() < until {
            self.player.bot.process.wait(true, &[], until);
            self.player.send();
        }
        self.player.bot.process.close_stdin();
    }

    /// Returns the beginning of what the bot has written beyond the lines that were read, if there is any.
    pub fn unread(&mut self) -> Option<String> {
        self.player.read();
        match self.player.bot.lines.next_line() {
            Some(Line::Text(line)) => Some(String::from_utf8_lossy(line).into_owned()),
            Some(Line::TooLong) => Some("a long line".to_owned()),
            None => self.begun(),
        }
    }

    /// Tells if the bot lives, and has written nothing beyond the lines that were read.
    pub fn rests(&mut self) -> bool {
        self.unread().is_none() && self.player.bot.process.ended().is_none()
    }

    /// Waits for the next line until `until`.
    pub fn hear(&mut self, until: Instant) -> Utterance {
        loop {
            match self.player.bot.lines.next_line() {
                Some(Line::Text(line)) => {
                    let line = line.to_vec();
                    self.sent_bytes = 0;
                    let shown = String::from_utf8_lossy(&line).into_owned();
                    self.keep(Said::Bot(shown));
                    return Utterance::Line(line);
                }
                Some(Line::TooLong) => return Utterance::TooMuch,
                None => {}
            }
            if let Some(over) = &self.over {
                return over.clone();
            }
            if self.bytes > self.limits.chatter_bytes {
                return Utterance::TooMuch;
            }
            let unsent = self.player.unsent();
            let woken = self.player.bot.process.wait(unsent, &[], until);
            if woken.stdin {
                self.player.send();
            }
            if woken.stderr {
                self.player.read_stderr();
            }
            let got = if woken.stdout || woken.death {
                self.player.read()
            } else {
                ReadResult::Nothing
            };
            match got {
                ReadResult::Bytes(n) => self.bytes += n as u64,
                ReadResult::Nothing if !woken.death && Instant::now() < until => {}
                ReadResult::Nothing if !woken.death => return Utterance::Silence(self.begun()),
                ReadResult::Nothing | ReadResult::End => self.over = Some(self.gone()),
            }
        }
    }

    /// Returns true if the process ends by itself within `grace`; its output meanwhile is thrown away.
    /// Returns an error that says who kept it from its core, where it couldn't end for that reason.
    pub fn leaves(&mut self, grace: Duration) -> Result<bool, String> {
        let mut patience = self.patience(grace);
        loop {
            self.player.send();
            self.player.read();
            self.player.bot.lines.clear();
            self.player.read_stderr();
            if self.player.bot.process.ended().is_some() {
                return Ok(true);
            }
            let (since, due) = (Instant::now(), patience.due());
            let unsent = self.player.unsent();
            self.player.bot.process.wait(unsent, &[], due);
            match patience.look(&mut self.player, due, since) {
                None | Some(Overtime::Wait(_)) => {}
                Some(Overtime::Void(why)) => return Err(why),
                Some(Overtime::Over) => return Ok(false),
            }
        }
    }

    /// Returns the beginning of an unfinished line.
    pub fn begun(&self) -> Option<String> {
        let lines = &self.player.bot.lines;
        lines
            .partial()
            .then(|| String::from_utf8_lossy(lines.begun()).into_owned())
    }

    /// Returns the conversation so far, without the lines that were too old to be kept.
    pub fn lines(&self) -> &[Said] {
        &self.lines
    }

    /// Returns the end of the bot's stderr.
    pub fn stderr(&mut self) -> String {
        self.player.last_stderr(STDERR_BYTES)
    }

    fn patience(&mut self, wall: Duration) -> Patience {
        let counts = self.counts_cpu.then(|| self.player.bot.process.cpu());
        Patience::begin(&mut self.player, wall, LONGER * wall, counts.flatten())
    }

    fn gone(&mut self) -> Utterance {
        let limit = Instant::now() + Duration::from_millis(self.limits.grace_ms);
        match ended(&mut self.player, limit) {
            TurnFailure::Fault(fault) => Utterance::End(fault),
            TurnFailure::Void(why) => Utterance::Broken(why),
        }
    }

    fn keep(&mut self, line: Said) {
        if self.lines.len() >= KEPT_LINES {
            self.lines.drain(..KEPT_LINES / 2);
        }
        self.lines.push(line);
    }
}
