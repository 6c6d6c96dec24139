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
    /// The program of this game isn't there, was not started, or is another one.
    #[error("the rules of {0} are a program, which can't be asked here")]
    Program(String),
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
    let kind = games.find_exactly(&job.game, job.rules.as_deref());
    let kind = kind.ok_or_else(|| match &job.rules {
        None => DealError::Game(job.game.clone()),
        Some(_) => DealError::Program(job.game.clone()),
    })?;
    Ok(kind.rules(&job.options)?)
}

/// The game, the hash of its program, its options, and its rules.
type KeptRules = (
    String,
    Option<String>,
    BTreeMap<String, String>,
    Arc<dyn Rules>,
);

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
        if let Some((game, hash, options, rules)) = &self.kept
            && (game, hash, options) == (&job.game, &job.rules, &job.options)
        {
            return Ok(Arc::clone(rules));
        }
        let rules: Arc<dyn Rules> = rules_of(&self.games, job)?.into();
        self.kept = Some((
            job.game.clone(),
            job.rules.clone(),
            job.options.clone(),
            Arc::clone(&rules),
        ));
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
    let mut opening = Opening::begin(rules, start)?;
    opening.play(start.plies)?;
    Ok(opening.position)
}

/// A start, and the random plies that were played from it so far.
pub struct Opening {
    position: Box<dyn Position>,
    rng: ChaCha8Rng,
    /// Whether the next ply would end the game.
    ended: bool,
}

impl Opening {
    /// Draws the deal of a start. Returns an error as [`opening`] does.
    pub fn begin(rules: &dyn Rules, start: &Start) -> Result<Opening, DealError> {
        let position = match &start.from {
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
        Ok(Opening {
            position,
            rng: ChaCha8Rng::from_seed(start.seed.stream("opening")),
            ended: false,
        })
    }

    /// Plays so many more plies. Returns an error if the rules fail.
    pub fn play(&mut self, mut plies: u32) -> Result<(), DealError> {
        while plies > 0 && !self.ended {
            let mut next = self.position.boxed();
            match next.turn() {
                Turn::Over(_) | Turn::Failed(_) => break,
                Turn::Chance(chance) => {
                    next.cast(chance.draw(&mut self.rng));
                }
                Turn::Forced(_, word) => drop(next.play(&word)),
                Turn::Seat(_) => {
                    let legal = next.legal();
                    next.play(&legal[random::index(&mut self.rng, legal.len())]);
                    plies -= 1;
                }
            }
            match next.turn() {
                Turn::Over(_) => self.ended = true,
                Turn::Failed(why) => return Err(DealError::Failed(why)),
                _ => self.position = next,
            }
        }
        Ok(())
    }

    /// Returns the position that was reached.
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }
}
