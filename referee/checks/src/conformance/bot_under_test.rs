//! The bot that is checked, and what was noticed about it all the while.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use referee_engine::{EngineContext, ProcessScope, Program};
use referee_games::Rules;
use referee_protocol::{Clock, GameLine};
use referee_record::{Limits, Record, Step, TimeBudget, derive};

/// Its name among the programs of the house.
pub const BOT: &str = "bot";
/// Who plays against it.
pub const OPPONENT: &str = "opponent";
/// What all randomness of the check is drawn from.
pub const MASTER: u64 = 1;
/// Of chatter, so many lines are shown.
const SAMPLES: usize = 4;

/// A bot under check.
pub struct BotUnderTest {
    /// What is started.
    pub program: Program,
    /// Where its processes belong to.
    pub scope: ProcessScope,
    /// What is enforced on it.
    pub limits: Limits,
    /// Milliseconds for each move.
    pub move_ms: u64,
    /// The bot and its opponent, for whole games.
    pub context: EngineContext,
    /// What was noticed.
    pub notes: Mutex<Notes>,
}

/// What was noticed in all conversations and games.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// The most memory that it held, in bytes, where that was measured.
    pub memory: Option<u64>,
    /// Its slowest move, in nanoseconds.
    pub slowest: u64,
    /// Moves that were timed.
    pub moves: u64,
    /// Lines of each process before `ready`.
    pub banner: u64,
    /// Lines that were no messages since.
    pub chatter: u64,
    /// Some of them.
    pub samples: Vec<String>,
}

impl BotUnderTest {
    /// The time of a question.
    pub fn clock(&self) -> Clock {
        Clock {
            move_ms: Some(self.move_ms),
            ..Clock::default()
        }
    }

    /// How long an answer is waited for in a conversation, where nobody loses by being late.
    pub fn patience(&self) -> Duration {
        Duration::from_millis(2 * self.move_ms + 1000)
    }

    /// The line that begins a game for a seat.
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

    /// Notes how many lines each process begins with.
    pub fn greeted(&self, banner: usize) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.banner = notes.banner.max(banner as u64);
    }

    /// Notes lines that were no messages.
    pub fn heard(&self, chatter: &[String]) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.chatter += chatter.len() as u64;
        let room = SAMPLES.saturating_sub(notes.samples.len());
        notes.samples.extend(chatter.iter().take(room).cloned());
    }

    /// Notes what was measured in a game.
    pub fn played(&self, record: &Record) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        let job = &record.played.job;
        let is_own_seat = |seat: char| {
            let mut chairs = job.seats.iter();
            chairs.any(|chair| chair.seat == seat && chair.bot == BOT)
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
            Step::Chance { .. } | Step::Out { .. } => None,
        });
        // Copies that share a core are given more, and tell nothing about its time.
        let usual = TimeBudget::Move { ms: self.move_ms };
        if job.seats.iter().any(|chair| chair.time.budget != usual) {
            return;
        }
        for (seat, ply) in moves.zip(&record.measured.plies) {
            if is_own_seat(seat) && ply.ns > 0 {
                notes.moves += 1;
                notes.slowest = notes.slowest.max(ply.ns);
            }
        }
    }

    /// What was noticed so far.
    pub fn noticed(&self) -> Notes {
        let notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.clone()
    }
}
