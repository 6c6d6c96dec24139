//! What a position is worth: one file a game.

mod cublino;
mod koolaamee;
mod ludo;
mod onitama;
mod weights;

use referee_games::{Game, Seat};

pub(super) use weights::{EvaluationWeights, POINT, ROW, WAY};

/// The value of a won game; no position that isn't over is worth half of it.
pub(super) const WIN: i32 = 1_000_000;

/// A game in which positions can be compared.
pub(super) trait Evaluate: Game {
    /// What a position that isn't over is worth to a seat. In games of two seats the other one's
    /// value is the negative.
    fn evaluate(&self, state: &Self::State, seat: Seat, weights: &EvaluationWeights) -> i32;
}

/// The value of a seat's own side less that of the other one, for the seats A and B.
fn difference(seat: Seat, side: impl Fn(Seat) -> i32) -> i32 {
    side(seat) - side(seat.other())
}
