//! Results by seat: shows if the first seat has an advantage.

use serde::Serialize;

use crate::marks::{Results, Worth};
use crate::points::Score;

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
    /// Share of the points that as many wins would bring, from 0 to 1.
    pub score: f64,
}

impl SeatRow {
    pub(crate) fn new(seat: char, score: Score, worth: Option<Worth>) -> SeatRow {
        let Results {
            wins,
            draws,
            losses,
        } = score.results;
        SeatRow {
            seat,
            games: score.games(),
            wins,
            draws,
            losses,
            score: score.share(worth).unwrap_or(0.0),
        }
    }
}
