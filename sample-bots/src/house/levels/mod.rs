//! The levels of each game: opponents from the weakest to the strongest, called `level=1` and so on.
//!
//! Each game has a file with its levels. A level above a game's highest means the highest.

mod chess;
mod cublino;
mod koolaamee;
mod ludo;
mod onitama;

use referee_games::{OptionKind, OptionSpec};

use crate::engine::Chooser;
use crate::house::evaluate::EvaluationWeights;
use crate::house::{HouseBot, by_turns, greedy, minimax, random};
use crate::sdk::RulesError;

/// A level: an opponent of a certain strength.
pub(super) struct HouseLevel {
    /// A few words about its way of playing.
    pub(super) about: &'static str,
    /// Creates its chooser for a game.
    pub(super) make: fn() -> Chooser,
}

pub(super) const BOT: HouseBot = HouseBot {
    name: "level",
    about: "Opponents from the weakest to the strongest; how strong they are stands in docs/levels.md.",
    games: &[],
    options: &[OptionSpec::new(
        "level",
        OptionKind::Int { min: 1, max: 5 },
        "3",
        "How strong it is; a game with fewer levels has its highest there.",
    )],
    build: |ready, options| {
        let level = options.int("level") as usize;
        // The game isn't known yet, but after this the clock may run.
        ludo::prepare();
        let mut chooser: Option<Chooser> = None;
        Ok(by_turns(ready, move |turn| {
            // The state kept from turn to turn is valid for one game only.
            let known = chooser.take().filter(|_| turn.number > 0);
            chooser.insert(match known {
                Some(known) => known,
                None => make(&turn.game.game, level)?,
            })(turn)
        }))
    },
};

/// Describes the levels of a game in a few words each, from the weakest; empty for an unknown game.
pub fn described(game: &str) -> Vec<&'static str> {
    of(game)
        .into_iter()
        .flatten()
        .map(|level| level.about)
        .collect()
}

/// Returns the levels of a game, from the weakest.
fn of(game: &str) -> Option<&'static [HouseLevel]> {
    match game {
        "onitama" => Some(onitama::LEVELS),
        "cublino-pur" => Some(cublino::PUR),
        "cublino-contra" => Some(cublino::CONTRA),
        "ludo" => Some(ludo::LEVELS),
        "koolaamee" => Some(koolaamee::LEVELS),
        "chess" => Some(chess::LEVELS),
        _ => None,
    }
}

/// Creates the chooser of one game at a level, counted from 1. Returns an error if the game has no
/// levels.
pub fn make(game: &str, level: usize) -> Result<Chooser, RulesError> {
    let levels = of(game).ok_or_else(|| RulesError::Game(game.to_owned()))?;
    let level = levels.get(level.saturating_sub(1)).or(levels.last());
    let level = level.ok_or_else(|| RulesError::Game(game.to_owned()))?;
    Ok((level.make)())
}

/// Creates the bot `minimax` with a depth, to compare levels with.
pub fn minimax(depth: u32) -> Chooser {
    Box::new(move |turn| minimax::choose(turn, depth, &EvaluationWeights::default()))
}

/// The weakest level of every game.
const RANDOM: HouseLevel = HouseLevel {
    about: "random moves",
    make: || Box::new(random::choose),
};

/// The second level of every game.
const GREEDY: HouseLevel = HouseLevel {
    about: "takes what is there",
    make: || Box::new(greedy::choose),
};

/// A level that searches two plies ahead.
const SHALLOW: HouseLevel = HouseLevel {
    about: "looks two plies ahead",
    make: || Box::new(|turn| minimax::choose(turn, 2, &EvaluationWeights::default())),
};
