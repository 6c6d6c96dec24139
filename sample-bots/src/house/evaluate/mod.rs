//! Evaluations of positions, one file per game.

mod chess;
mod cublino;
mod koolaamee;
mod ludo;
mod onitama;
mod weights;

use referee_games::{Game, Seat};

pub(super) use weights::{EvaluationWeights, POINT, ROW, WAY};

/// The value of a won game; the value of a position that isn't over stays below half of it.
pub(super) const WIN: i32 = 1_000_000;

/// A game in which positions can be compared.
pub(super) trait Evaluate: Game {
    /// Returns the value, for a seat, of a position that isn't over. In games of two seats the
    /// value for the other seat is the negative.
    fn evaluate(&self, state: &Self::State, seat: Seat, weights: &EvaluationWeights) -> i32;
}

/// Returns the value of a seat's own side minus that of the other side, for the seats A and B.
fn difference(seat: Seat, side: impl Fn(Seat) -> i32) -> i32 {
    side(seat) - side(seat.other())
}
