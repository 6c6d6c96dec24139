//! Results by seat: shows if the first seat has an advantage.

use serde::{Deserialize, Serialize};

use crate::points::{PointSum, WinDrawLoss};

/// Counts of one seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SeatTally {
    pub(crate) score: PointSum,
    pub(crate) counts: WinDrawLoss,
}

/// Results of a seat, whichever bot was in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatRow {
    /// Letter of the seat.
    pub seat: char,
    /// Games that count.
    pub games: u64,
    /// Games in which the seat was first alone.
    pub wins: u64,
    /// Games in which the seat shared the first place.
    pub draws: u64,
    /// All other games.
    pub losses: u64,
    /// Points per game, from 0 to 1.
    pub score: f64,
}

impl SeatRow {
    pub(crate) fn new(seat: char, tally: &SeatTally) -> SeatRow {
        SeatRow {
            seat,
            games: tally.score.games,
            wins: tally.counts.wins,
            draws: tally.counts.draws,
            losses: tally.counts.losses,
            score: tally.score.per_game().unwrap_or(0.0),
        }
    }
}
