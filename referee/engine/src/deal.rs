//! Draws the position that a job starts from, anew from its seed whenever it is asked for.

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::{GameSource, OptionError, Position, Rules, StateError, Turn, random};
use referee_record::{Job, Start, StartFrom};
use thiserror::Error;

/// Why a job has no start position.
#[derive(Debug, Error)]
pub enum DealError {
    /// There is no game of this name.
    #[error("there is no game {0:?}; `referee rules` lists them")]
    Game(String),
    /// An option is wrong.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The state line is wrong.
    #[error("start position: {0}")]
    State(#[from] StateError),
    /// The program that holds the rules failed.
    #[error("{0}")]
    Failed(String),
    /// The game is over before the first move.
    #[error("the start position {0:?} leaves nothing to play")]
    Over(String),
}

/// Returns the rules that a job is played by, or an error if the game or an option is wrong.
pub fn rules_of(games: &GameSource, job: &Job) -> Result<Box<dyn Rules>, DealError> {
    let kind = games
        .find(&job.game)
        .ok_or_else(|| DealError::Game(job.game.clone()))?;
    Ok(kind.rules(&job.options)?)
}

/// The game, its options, and its rules.
type KeptRules = (String, BTreeMap<String, String>, Arc<dyn Rules>);

/// The rules of jobs; they are kept while jobs are of one game with the same options.
pub struct JobRules {
    games: GameSource,
    kept: Option<KeptRules>,
}

impl JobRules {
    /// Takes games from this source.
    pub fn new(games: GameSource) -> JobRules {
        JobRules { games, kept: None }
    }

    /// Returns the rules that a job is played by, or an error if the game or an option is wrong.
    pub fn of(&mut self, job: &Job) -> Result<Arc<dyn Rules>, DealError> {
        if let Some((game, options, rules)) = &self.kept
            && (game, options) == (&job.game, &job.options)
        {
            return Ok(Arc::clone(rules));
        }
        let rules: Arc<dyn Rules> = rules_of(&self.games, job)?.into();
        self.kept = Some((job.game.clone(), job.options.clone(), Arc::clone(&rules)));
        Ok(rules)
    }
}

/// Returns the position before the first move: the deal, and the opening plies played from it.
///
/// An opening that would end the game stops before its last ply.
///
/// Returns an error if the state line is wrong, if the game is over in the start position already, or if the rules
/// fail.
pub fn opening(rules: &dyn Rules, start: &Start) -> Result<Box<dyn Position>, DealError> {
    let mut position = match &start.from {
        StartFrom::Default => rules.start(),
        StartFrom::Deal => {
            let seed = start.seed.stream("deal");
            let drawn = rules.deal_from(seed);
            drawn.unwrap_or_else(|| rules.deal(&mut ChaCha8Rng::from_seed(seed)))
        }
        StartFrom::State(line) => rules.read(line)?,
    };
    match position.turn() {
        Turn::Over(_) => return Err(DealError::Over(position.line())),
        Turn::Failed(why) => return Err(DealError::Failed(why)),
        _ => {}
    }
    let mut rng = stream(start, "opening");
    let mut plies = start.plies;
    while plies > 0 {
        let mut next = position.boxed();
        match next.turn() {
            Turn::Over(_) | Turn::Failed(_) => break,
            Turn::Chance(chance) => {
                next.cast(chance.draw(&mut rng));
            }
            Turn::Forced(_, word) => drop(next.play(&word)),
            Turn::Seat(_) => {
                let legal = next.legal();
                next.play(&legal[random::index(&mut rng, legal.len())]);
                plies -= 1;
            }
        }
        match next.turn() {
            Turn::Over(_) => break,
            Turn::Failed(why) => return Err(DealError::Failed(why)),
            _ => position = next,
        }
    }
    Ok(position)
}

fn stream(start: &Start, name: &str) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(start.seed.stream(name))
}
