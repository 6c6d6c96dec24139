//! What all workers of a run share, and why a run can't go on.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use referee_games::GameSource;
use thiserror::Error;

use crate::game_event::GameObservers;
use crate::job::deal::DealError;
use crate::process::scope::ProcessScope;
use crate::program::Program;
use crate::session::traffic::Log;

/// Shared state of a run's workers.
#[derive(Clone)]
pub struct EngineContext {
    /// Where the games of the run come from.
    pub games: GameSource,
    /// Every bot by its name.
    pub programs: Arc<HashMap<String, Program>>,
    /// Owner of the run's processes.
    pub scope: ProcessScope,
    /// Target of the traffic logs, if they are wanted.
    pub log: Option<Log>,
    /// Set when the run is to end: games in play are given up.
    pub stop: Arc<AtomicBool>,
    /// Observers of games that have no observer of their own.
    pub observers: Option<Arc<dyn GameObservers>>,
}

impl EngineContext {
    /// Makes a context of the built-in games, without logs and observers.
    pub fn new(programs: Arc<HashMap<String, Program>>, scope: ProcessScope) -> EngineContext {
        EngineContext {
            games: GameSource::built_in(),
            programs,
            scope,
            log: None,
            stop: Arc::new(AtomicBool::new(false)),
            observers: None,
        }
    }
}

/// Why a run can't go on; no bot causes this by its play in a game.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The job itself is wrong.
    #[error(transparent)]
    Start(#[from] DealError),
    /// A job names a bot that the run doesn't have.
    #[error("there is no bot {0:?} in this run")]
    Unknown(String),
    /// A bot said that it doesn't play this game.
    #[error("{bot} doesn't play {game}: its `ready` says games={plays}")]
    Refuses {
        /// The bot.
        bot: String,
        /// The run's game.
        game: String,
        /// The games that it plays.
        plays: String,
    },
    /// The machines that play the games can't go on.
    #[error("{0}")]
    Elsewhere(String),
    /// The log can't be written.
    #[error("the log in {folder} can't be written: {error}", folder = .folder.display())]
    Log {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
}
