//! Skips: games that count as finished without having been played.

use referee_record::JobId;
use serde::{Deserialize, Serialize};

/// A game that will never be played, because one of its bots has left: it was withdrawn or disqualified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedGame {
    /// The game's number.
    pub number: u64,
    /// The job.
    pub id: JobId,
    /// Names of the bots that have left; a bot that the schedule's plan does not withdraw was disqualified.
    pub gone: Vec<String>,
}
