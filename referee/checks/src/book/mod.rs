//! Books: start positions that are distinct and balanced, and how they were made.
//!
//! [`candidates`] draws positions, [`judge`] asks a bot what it thinks of them, [`choice`] keeps the
//! balanced ones, [`trial`] plays test games from these, and [`text`] writes it all down.

mod candidates;
mod choice;
mod judge;
mod text;
mod trial;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use referee_engine::{ProcessScope, Program};
use referee_games::{Position, Rules, Turn};
use referee_record::TimeControl;

use candidates::Candidates;
use judge::PositionJudge;
use referee_output::failure::{bad_input, interrupted};

pub use choice::PositionSelection;
pub use text::{book, summary};
pub use trial::SelfPlay;

/// A game that has dice casts one within so many turns.
const TURNS: usize = 8;
/// For each line that is wanted, so many positions are drawn at most; and so many in any case.
const DRAWS: u64 = 50;
const DRAWS_LEAST: u64 = 2000;
/// The bar is drawn at most so often in a second.
const DRAWN: u8 = 5;

/// What a book shall be.
pub struct BookRequest {
    /// The rules.
    pub rules: Box<dyn Rules>,
    /// The options that were given.
    pub options: BTreeMap<String, String>,
    /// Lines.
    pub lines: usize,
    /// Random plies from the deal.
    pub plies: u32,
    /// How far from 0 a score may be; without, the more balanced half of twice as many is kept.
    pub balance: Option<f64>,
    /// The time of the bot.
    pub time: TimeControl,
    /// Test games.
    pub games: usize,
    /// What everything random is drawn from.
    pub seed: u64,
}

/// Who judges, and where.
pub struct BookJudges {
    /// The bot.
    pub program: Program,
    /// Where its processes belong to.
    pub scope: ProcessScope,
    /// Set when somebody has interrupted it all.
    pub stop: Arc<AtomicBool>,
}

/// A book that was made.
pub struct Made {
    /// Its positions, and what was thought of them.
    pub choice: PositionSelection,
    /// Positions that were drawn, those included that are another one's equal.
    pub drawn: u64,
    /// The test games.
    pub trial: SelfPlay,
}

/// Makes a book.
pub fn make(wish: &BookRequest, bench: &BookJudges) -> Result<Made> {
    let mut judge = PositionJudge::start(wish, bench)?;
    let mut candidates = Candidates::new(wish);
    let mut choice = PositionSelection::new(wish.lines, wish.balance);
    let bar = bar("positions", choice.wanted());
    let most = DRAWS.saturating_mul(wish.lines as u64).max(DRAWS_LEAST);
    while !choice.is_complete() && candidates.drawn() < most {
        bench.go_on()?;
        if let Some(position) = candidates.next(&*wish.rules)? {
            let score = judge.score(&*position).map_err(|why| bench.refused(why))?;
            choice.add(position.line(), score);
            bar.set_position(choice.kept_count());
        }
    }
    bar.finish_and_clear();
    drop(judge);
    let choice = choice.settled();
    let trial = SelfPlay::play(wish, bench, &choice)?;
    Ok(Made {
        choice,
        drawn: candidates.drawn(),
        trial,
    })
}

impl BookJudges {
    /// Ends it where somebody has interrupted it.
    fn go_on(&self) -> Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(interrupted("interrupted; no book was written"));
        }
        Ok(())
    }

    /// What a bot did wrong, unless it was ended by an interruption.
    fn refused(&self, why: String) -> anyhow::Error {
        self.go_on().err().unwrap_or_else(|| bad_input(why))
    }
}

/// Refuses a game for which a book says nothing.
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

/// Whether chance plays a part from this position on.
pub fn has_dice(position: &dyn Position) -> bool {
    let mut position = position.boxed();
    for _ in 0..TURNS {
        match position.turn() {
            Turn::Chance(_) => return true,
            Turn::Over(_) => return false,
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

/// A bar on a terminal; elsewhere nothing.
fn bar(what: &'static str, length: u64) -> ProgressBar {
    let bar =
        ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(DRAWN));
    let style = ProgressStyle::with_template(&format!(
        "{{bar:20}} {{pos}} of {{len}} {what}, {{eta}} left"
    ));
    match style {
        Ok(style) => bar.with_style(style).with_finish(ProgressFinish::AndClear),
        Err(_) => bar,
    }
}
