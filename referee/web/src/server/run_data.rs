//! What pages ask of a run.

use std::sync::Arc;

use serde::Serialize;

use crate::board::ReplayFrames;
use crate::model::{GameSummary, RunSummary, Section};

/// Who knows a run: as far as anybody may see it.
pub trait RunData: Send + Sync {
    /// A number that changes with everything that is kept of the run.
    fn mark(&self) -> u64;
    /// What a bot is called.
    fn name(&self, bot: &str) -> String;
    /// How the run stands.
    fn standing(&self) -> Result<RunStatus, String>;
    /// The games that are kept, in a list.
    fn games(&self, wanted: &GameQuery) -> Result<Vec<GameSummary>, String>;
    /// A game, if it is kept and may be seen.
    fn game(&self, number: u64) -> Result<Option<(GameSummary, ReplayFrames)>, String>;
    /// Its record as JSON, for whoever may have it.
    fn record(&self, number: u64) -> Result<Option<String>, String>;
    /// The games before and after it that can be shown.
    fn beside(&self, number: u64) -> Result<[Option<u64>; 2], String>;
    /// A folder packed as `tar.gz` with which a bot can be told again what a seat was told in a game, for
    /// whoever may have it.
    fn repro(&self, number: u64, seat: char) -> Result<Option<Vec<u8>>, String>;
    /// What the games have in common. It may take a while.
    fn analysis(&self) -> Result<Arc<RunSummary>, String>;
}

/// Which games are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameQuery {
    /// The first number.
    pub from: u64,
    /// How many at most.
    pub most: usize,
    /// Who played in them, all of these, by the names that are shown.
    pub of: Vec<String>,
}

impl GameQuery {
    /// Whether all whose games are wanted play in this one.
    pub fn lets(&self, story: &GameSummary) -> bool {
        let plays = |name: &String| story.chairs.iter().any(|seat| seat.bot == *name);
        self.of.iter().all(plays)
    }
}

/// How a run stands.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RunStatus {
    /// What the run is called.
    pub title: String,
    /// In a sentence.
    pub lead: String,
    /// How far it is.
    pub progress: RunProgress,
    /// Standings, crosstable, what is left out.
    pub sections: Vec<Section>,
    /// The last games that ended by a fault, the newest first: their numbers, and what happened.
    pub faults: Vec<(u64, String)>,
}

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunProgress {
    /// Games that are played.
    pub played: u64,
    /// Games in all, where that is known.
    pub of: Option<u64>,
    /// The rest in words.
    pub rest: String,
}
