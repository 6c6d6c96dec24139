//! Makes books: distinct and balanced start positions, with a record of how they were made.
//!
//! `candidates` draws positions, `judge` asks a bot for their scores, `choice` keeps the balanced
//! ones, `trial` plays test games from them, and `text` writes the book.

mod candidates;
mod choice;
mod judge;
mod text;
mod trial;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use referee_engine::{ProcessScope, Program};
use referee_games::{Position, Rules, Turn};
use referee_record::TimeControl;

use candidates::Candidates;
use judge::PositionJudge;
use referee_output::failure::{bad_input, interrupted};

pub use choice::PositionSelection;
pub use text::{book, summary};
pub use trial::SelfPlay;

/// Turns within which a game with dice is sure to cast one.
const TURNS: usize = 8;
/// Maximum number of draws per line that is wanted; and the smallest such maximum.
const DRAWS: u64 = 50;
const DRAWS_LEAST: u64 = 2000;

/// Settings of a book.
pub struct BookRequest {
    /// Rules of the game.
    pub rules: Box<dyn Rules>,
    /// Options of the game that were given.
    pub options: BTreeMap<String, String>,
    /// Number of lines.
    pub lines: usize,
    /// Random plies from the deal.
    pub plies: u32,
    /// Maximum distance of a score from 0; without it, the more balanced half of twice as many is kept.
    pub balance: Option<f64>,
    /// Time control of the bot.
    pub time: TimeControl,
    /// Number of test games.
    pub games: usize,
    /// Seed of everything random.
    pub seed: u64,
}

/// The bot that judges positions, and its process scope.
pub struct BookJudges {
    /// Program of the bot.
    pub program: Program,
    /// Process scope of the bot.
    pub scope: ProcessScope,
    /// Set when the user interrupts the command.
    pub stop: Arc<AtomicBool>,
}

/// How far the making of a book has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookProgress {
    /// What is counted: one thing after the other.
    pub what: &'static str,
    /// Number of them that are done.
    pub done: u64,
    /// Number of them that are wanted.
    pub wanted: u64,
}

/// A finished book.
pub struct Made {
    /// Its positions with their scores.
    pub choice: PositionSelection,
    /// Positions that were drawn, including repeats and symmetric images.
    pub drawn: u64,
    /// Results of the test games.
    pub trial: SelfPlay,
}

/// Makes a book, and tells `follow` how far it has got. Returns an error if it is interrupted, or if the bot
/// can't be used.
pub fn make(
    request: &BookRequest,
    bench: &BookJudges,
    follow: &mut dyn FnMut(BookProgress),
) -> Result<Made> {
    let mut judge = PositionJudge::start(request, bench)?;
    let mut candidates = Candidates::new(request);
    let mut choice = PositionSelection::new(request.lines, request.balance);
    let wanted = choice.wanted();
    let mut tell = |done| {
        follow(BookProgress {
            what: "positions",
            done,
            wanted,
        });
    };
    tell(0);
    let most = DRAWS.saturating_mul(request.lines as u64).max(DRAWS_LEAST);
    while !choice.is_complete() && candidates.drawn() < most {
        bench.go_on()?;
        if let Some(position) = candidates.next(&*request.rules)? {
            let score = judge.score(&*position).map_err(|why| bench.refused(why))?;
            choice.add(position.line(), score);
            tell(choice.kept_count());
        }
    }
    judge.leave();
    let choice = choice.settled();
    let trial = SelfPlay::play(request, bench, &choice, follow)?;
    Ok(Made {
        choice,
        drawn: candidates.drawn(),
        trial,
    })
}

impl BookJudges {
    /// Returns an error once the user has interrupted the command.
    fn go_on(&self) -> Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(interrupted("interrupted; no book was written"));
        }
        Ok(())
    }

    /// Returns an error about the bot, unless the bot was stopped by an interrupt.
    fn refused(&self, why: String) -> anyhow::Error {
        self.go_on().err().unwrap_or_else(|| bad_input(why))
    }
}

/// Refuses games for which a book is of no use: those with dice, or with more than two seats.
pub fn check_game(rules: &dyn Rules) -> Result<(), String> {
    let (start, name) = (rules.start(), rules.name());
    if has_dice(&*start) {
        return Err(format!(
            "{name} is played with dice, which make every game another one already, the same for both \
             games of a pair; play from start = \"default\" without a book"
        ));
    }
    let seats = start.seats().len();
    if seats != 2 {
        return Err(format!(
            "{name} has {seats} seats; a book is for games of two, where one score tells the balance"
        ));
    }
    Ok(())
}

/// Returns whether dice are cast within some turns from this position.
pub fn has_dice(position: &dyn Position) -> bool {
    let mut position = position.boxed();
    for _ in 0..TURNS {
        match position.turn() {
            Turn::Chance(_) => return true,
            Turn::Over(_) | Turn::Failed(_) => return false,
            Turn::Forced(_, word) => drop(position.play(&word)),
            Turn::Seat(_) => drop(
                position
                    .legal()
                    .first()
                    .and_then(|move_text| position.play(move_text)),
            ),
        }
    }
    false
}
