//! An interview: one bot alone in the jail, told raw lines and heard line by line.
//!
//! Nobody is judged here. Whoever asks sees what came, when, and how the process ended.

use std::time::{Duration, Instant};

use referee_protocol::Line;
use referee_record::Limits;

use crate::fault::{SeatFault, TurnFailure};
use crate::patience::{Patience, Reading};
use crate::player::{ConnectedBot, Player};
use crate::process::{BotProcess, ReadResult, SpawnError};
use crate::process_scope::ProcessScope;
use crate::program::Program;
use crate::seat_messages::MessageSink;
use crate::turn::ended;
use crate::turn_account::Overtime;

/// Bytes of stderr's end that are shown.
const STDERR_BYTES: usize = 8 << 10;
/// Lines of a conversation that are kept; what is older goes first.
const KEPT_LINES: usize = 2000;
/// A bot that was kept from its core is waited for so many times as long again.
const LONGER: u32 = 4;

/// A line of the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// What the bot was told.
    Referee(String),
    /// What it wrote.
    Bot(String),
}

/// What is heard next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Utterance {
    /// A whole line that isn't blank.
    Line(Vec<u8>),
    /// A line over the limit, or more output than is forgiven in one turn.
    TooMuch,
    /// No whole line in time; with what has begun of one.
    Silence(Option<String>),
    /// Nothing more comes, for this reason.
    End(SeatFault),
    /// The answer didn't come, and others kept the bot from its core; with who did.
    Crowded(String),
    /// The machine failed.
    Broken(String),
}

/// A bot that is spoken to.
pub struct BotSession {
    player: Player,
    limits: Limits,
    lines: Vec<Said>,
    /// Bytes that came since it was last told something.
    bytes: u64,
    /// Bytes that it was told since it wrote a line.
    sent_bytes: u64,
    /// How long it is waited for, from when it was last asked.
    patience: Option<Patience>,
    /// What is heard from the end of the output on.
    over: Option<Utterance>,
}

impl BotSession {
    /// Starts a bot; it is told nothing yet.
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
            over: None,
        })
    }

    /// Sends whole lines, as far as the pipe takes them; the rest goes while the bot is heard.
    pub fn tell(&mut self, text: &str) {
        for line in text.lines() {
            self.keep(Said::Referee(line.to_owned()));
        }
        self.bytes = 0;
        self.sent_bytes += text.len() as u64;
        self.player.outbox().push_str(text);
        self.player.send();
    }

    /// Sends whole lines that are to be answered within so long.
    pub fn ask(&mut self, text: &str, patience: Duration) {
        self.patience = Some(self.patience(patience));
        self.tell(text);
    }

    /// Waits for the next line of the answer. Time that others took is waited for as in games, though
    /// longer, since nobody else waits here.
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

    /// How far the bot has come with what it was told, if it was asked anything.
    pub fn reading(&self) -> Option<Reading> {
        let patience = self.patience.as_ref()?;
        Some(patience.reading(&self.player, self.sent_bytes))
    }

    /// Ends the bot's input once everything is sent.
    pub fn end_input(&mut self, until: Instant) {
        while self.player.unsent() && Instant::now() < until {
            self.player.bot.process.wait(true, &[], until);
            self.player.send();
        }
        self.player.bot.process.close_stdin();
    }

    /// Waits for the next line.
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

    /// Whether the process ends by itself in time; what it writes meanwhile is thrown away. An error
    /// says who kept it from its core, where it couldn't.
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

    /// What has begun of a line.
    pub fn begun(&self) -> Option<String> {
        let lines = &self.player.bot.lines;
        lines
            .partial()
            .then(|| String::from_utf8_lossy(lines.begun()).into_owned())
    }

    /// The conversation so far, without what is too old to be kept.
    pub fn lines(&self) -> &[Said] {
        &self.lines
    }

    /// The end of what the bot wrote to stderr.
    pub fn stderr(&mut self) -> String {
        self.player.last_stderr(STDERR_BYTES)
    }

    fn patience(&mut self, wall: Duration) -> Patience {
        Patience::begin(&mut self.player, wall, LONGER * wall)
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
