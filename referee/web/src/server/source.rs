//! What pages ask of a run.

use serde::Serialize;

use crate::board::Reel;
use crate::model::{Section, Story};

/// Who knows a run: as far as anybody may see it.
pub trait Source: Send + Sync {
    /// A number that changes with everything that is kept of the run.
    fn mark(&self) -> u64;
    /// What a bot is called.
    fn name(&self, bot: &str) -> String;
    /// How the run stands.
    fn standing(&self) -> Result<Standing, String>;
    /// The games that are kept, in a list: so many from this number on.
    fn games(&self, from: u64, most: usize) -> Result<Vec<Story>, String>;
    /// A game, if it is kept and may be seen.
    fn game(&self, number: u64) -> Result<Option<(Story, Reel)>, String>;
    /// Its record as JSON, for whoever may have it.
    fn record(&self, number: u64) -> Result<Option<String>, String>;
}

/// How a run stands.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Standing {
    /// What the run is called.
    pub title: String,
    /// In a sentence.
    pub lead: String,
    /// How far it is.
    pub progress: Progress,
    /// Standings, crosstable, what is left out.
    pub sections: Vec<Section>,
    /// The last games that ended by a fault, the newest first: their numbers, and what happened.
    pub faults: Vec<(u64, String)>,
}

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Games that are played.
    pub played: u64,
    /// Games in all, where that is known.
    pub of: Option<u64>,
    /// The rest in words.
    pub rest: String,
}
