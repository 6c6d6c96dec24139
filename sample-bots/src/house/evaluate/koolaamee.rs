//! Koolaamee: the score as it stands.

use referee_games::Seat;
use referee_games::koolaamee::{Koolaamee, State};

use super::{Evaluate, difference};

impl Evaluate for Koolaamee {
    fn evaluate(&self, state: &State, seat: Seat) -> i32 {
        difference(seat, |seat| state.points()[seat.index()].cast_signed())
    }
}
