//! The status of a run: how far it is, its tables and its last faults.

use referee_report::document::Section;
use serde::Serialize;

/// Status of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RunStatus {
    /// The title of the run.
    pub title: String,
    /// The game that is played.
    pub game: String,
    /// A summary in a sentence.
    pub lead: String,
    /// The bots that are ahead, the best first; none where the standings say something else, as in an exam.
    pub ahead: Vec<RankedBot>,
    /// Its progress.
    pub progress: RunProgress,
    /// True if no more games are to come.
    pub over: bool,
    /// The sections: standings, crosstable, left-out games.
    pub sections: Vec<Section>,
    /// The last games that ended by a fault, the newest first: number and description.
    pub faults: Vec<(u64, String)>,
}

/// A bot and its rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RankedBot {
    /// The rank, from 1.
    pub rank: usize,
    /// Its name.
    pub bot: String,
    /// Its points, as the table shows them.
    pub points: String,
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
