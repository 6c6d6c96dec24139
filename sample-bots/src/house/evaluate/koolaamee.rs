//! Koolaamee: the score as it stands.

use referee_games::Seat;
use referee_games::koolaamee::{Koolaamee, State};

use super::{Evaluate, Weights, difference};

impl Evaluate for Koolaamee {
    fn evaluate(&self, state: &State, seat: Seat, _: &Weights) -> i32 {
        difference(seat, |seat| state.points()[seat.index()].cast_signed())
    }
}
