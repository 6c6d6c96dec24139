//! Skips: games that are finished without having been played.

use referee_record::JobId;
use serde::{Deserialize, Serialize};

/// A game that will never be played, since a bot of it has left: it was withdrawn or parked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedGame {
    /// The game's number.
    pub number: u64,
    /// The job.
    pub id: JobId,
    /// Who has left; whom the plan doesn't withdraw was parked.
    pub gone: Vec<String>,
}
