//! The status of a run: how far it is, its tables and its last faults.

use referee_report::document::Section;
use serde::Serialize;

/// Status of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RunStatus {
    /// The title of the run.
    pub title: String,
    /// A summary in a sentence.
    pub lead: String,
    /// Its progress.
    pub progress: RunProgress,
    /// True if no more games are to come.
    pub over: bool,
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
