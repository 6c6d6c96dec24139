//! The bot that is checked, and observations about it during the whole check.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use referee_engine::{EngineContext, ProcessScope, Program};
use referee_games::Rules;
use referee_protocol::{Clock, GameLine};
use referee_record::{Limits, Record, Step, TimeBudget, derive};

/// Name of the bot under test in the games of the check.
pub const BOT: &str = "bot";
/// Name of its opponent.
pub const OPPONENT: &str = "opponent";
/// Master seed of the check.
pub(super) const MASTER: u64 = 1;
/// Lines of chatter that are shown.
const SAMPLES: usize = 4;

/// The bot under test.
pub struct BotUnderTest {
    /// Program that is started.
    pub program: Program,
    /// Process scope of the bot.
    pub scope: ProcessScope,
    /// Limits that are enforced on it.
    pub limits: Limits,
    /// Milliseconds for each move.
    pub move_ms: u64,
    /// Context with the bot and its opponent, for whole games.
    pub context: EngineContext,
    /// Observations so far.
    pub notes: Mutex<Notes>,
}

/// Observations from all conversations and games.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Maximum memory that it held, in bytes, where that was measured.
    pub memory: Option<u64>,
    /// Time of its slowest move, in nanoseconds.
    pub slowest: u64,
    /// Number of moves that were timed.
    pub moves: u64,
    /// Answers in conversations, where no verdict follows, that took longer than a move may.
    pub late: u64,
    /// Time of the slowest of them.
    pub latest: Duration,
    /// Maximum number of lines before `ready` in a process.
    pub banner: u64,
    /// Lines since `ready` that were no messages.
    pub chatter: u64,
    /// Some of these lines.
    pub samples: Vec<String>,
}

impl BotUnderTest {
    /// Returns the clock of a question.
    pub fn clock(&self) -> Clock {
        Clock {
            move_ms: Some(self.move_ms),
            ..Clock::default()
        }
    }

    /// Returns how long to wait for an answer in a conversation, where the bot can't lose by being late.
    pub fn patience(&self) -> Duration {
        Duration::from_millis(2 * self.move_ms + 1000)
    }

    /// Returns the line that begins a game for a seat.
    pub fn game_line(&self, rules: &dyn Rules, seats: &str, seat: char) -> GameLine {
        let to_owned_pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        GameLine {
            game: rules.name().to_owned(),
            seat,
            seats: seats.to_owned(),
            id: 1,
            seed: derive(MASTER, "bot", &[&seat.to_string()]).small(),
            clock: self.clock(),
            legal: self.limits.legal,
            options: rules.options().iter().map(to_owned_pair).collect(),
        }
    }

    /// Notes the number of lines that a process wrote before `ready`.
    pub fn greeted(&self, banner: usize) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.banner = notes.banner.max(banner as u64);
    }

    /// Notes the time of an answer in a conversation.
    pub fn answered(&self, took: Duration) {
        if took <= Duration::from_millis(self.move_ms) {
            return;
        }
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.late += 1;
        notes.latest = notes.latest.max(took);
    }

    /// Notes lines that were no messages.
    pub fn heard(&self, chatter: &[String]) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.chatter += chatter.len() as u64;
        let room = SAMPLES.saturating_sub(notes.samples.len());
        notes.samples.extend(chatter.iter().take(room).cloned());
    }

    /// Notes the measurements of a game.
    pub fn played(&self, record: &Record) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        let job = &record.played.job;
        let is_own_seat = |seat: char| {
            let mut seats = job.seats.iter();
            seats.any(|seated| seated.seat == seat && seated.bot == BOT)
        };
        for bot in record
            .measured
            .bots
            .iter()
            .filter(|bot| is_own_seat(bot.seat))
        {
            notes.memory = notes.memory.max(bot.memory_bytes);
            let banner = if bot.start_us.is_some() {
                notes.banner
            } else {
                0
            };
            notes.chatter += bot.chatter_lines.saturating_sub(banner);
        }
        let moves = record.played.steps.iter().filter_map(|step| match step {
            Step::Move { seat, .. } => Some(*seat),
            Step::Chance { .. } | Step::Out { .. } | Step::Adjudicated { .. } => None,
        });
        // Copies that share a core get more time, and say nothing about the time of the bot alone.
        let usual = TimeBudget::Move { ms: self.move_ms };
        if job.seats.iter().any(|seated| seated.time.budget != usual) {
            return;
        }
        for (seat, ply) in moves.zip(&record.measured.plies) {
            if is_own_seat(seat) && ply.ns > 0 {
                notes.moves += 1;
                notes.slowest = notes.slowest.max(ply.ns);
            }
        }
    }

    /// Returns the observations so far.
    pub fn noticed(&self) -> Notes {
        let notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.clone()
    }
}
