//! Evaluation of Koolaamee: the current score.

use referee_games::Seat;
use referee_games::koolaamee::{Koolaamee, KoolaameeState};

use super::{Evaluate, EvaluationWeights, difference};

impl Evaluate for Koolaamee {
    fn evaluate(&self, state: &KoolaameeState, seat: Seat, _: &EvaluationWeights) -> i32 {
        difference(seat, |seat| state.points()[seat.index()].cast_signed())
    }
}
