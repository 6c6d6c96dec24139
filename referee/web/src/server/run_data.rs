//! The data of a run that pages need.

use std::sync::Arc;

use serde::Serialize;

use crate::board::ReplayFrames;
use crate::model::{GameSummary, RunSummary, Section};

/// Source of the data of a run, restricted to what its readers may see.
pub trait RunData: Send + Sync {
    /// Returns a number that changes whenever stored data of the run changes.
    fn mark(&self) -> u64;
    /// Returns the displayed name of a bot.
    fn name(&self, bot: &str) -> String;
    /// Returns the status of the run.
    fn standing(&self) -> Result<RunStatus, String>;
    /// Returns the recorded games that match a query.
    fn games(&self, wanted: &GameQuery) -> Result<Vec<GameSummary>, String>;
    /// Returns a game, if it is recorded and may be seen.
    fn game(&self, number: u64) -> Result<Option<(GameSummary, ReplayFrames)>, String>;
    /// Returns the record of a game as JSON, if readers may have it.
    fn record(&self, number: u64) -> Result<Option<String>, String>;
    /// Returns the nearest games before and after this one that can be shown.
    fn beside(&self, number: u64) -> Result<[Option<u64>; 2], String>;
    /// Returns a folder packed as `tar.gz`, which repeats the input of a seat for a bot, if readers may have
    /// it.
    fn repro(&self, number: u64, seat: char) -> Result<Option<Vec<u8>>, String>;
    /// Returns the statistics over all games. It may take a while.
    fn analysis(&self) -> Result<Arc<RunSummary>, String>;
}

/// A query for games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameQuery {
    /// The first number.
    pub from: u64,
    /// The most games to return.
    pub most: usize,
    /// Displayed names of bots, all of which must have played in the game.
    pub of: Vec<String>,
}

impl GameQuery {
    /// Returns whether all bots of the query play in this game.
    pub fn lets(&self, story: &GameSummary) -> bool {
        let plays = |name: &String| story.chairs.iter().any(|seat| seat.bot == *name);
        self.of.iter().all(plays)
    }
}

/// Status of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RunStatus {
    /// The title of the run.
    pub title: String,
    /// A summary in a sentence.
    pub lead: String,
    /// Its progress.
    pub progress: RunProgress,
    /// The sections: standings, crosstable, left-out games.
    pub sections: Vec<Section>,
    /// The last games that ended by a fault, the newest first: number and description.
    pub faults: Vec<(u64, String)>,
}

/// Progress of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunProgress {
    /// Number of games played.
    pub played: u64,
    /// Number of games in all, if it is known.
    pub of: Option<u64>,
    /// The remaining time in words.
    pub rest: String,
}
