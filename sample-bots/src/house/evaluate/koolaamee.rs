//! Evaluation of Koolaamee: the current score; before the first marble, who will put it.
//!
//! That is an advantage. As players alternate, it depends on the number of tiles that have room.

use referee_games::koolaamee::{Koolaamee, KoolaameeState};
use referee_games::{Game, Seat, Turn};

use super::{Evaluate, EvaluationWeights, difference};

/// The value of beginning with the marbles, once that is certain.
const CERTAIN: u32 = 10_000;
/// The value of one place for each tile of the kind that has the least room.
const PLACE: u32 = 100;

impl Evaluate for Koolaamee {
    fn evaluate(&self, state: &KoolaameeState, seat: Seat, _: &EvaluationWeights) -> i32 {
        if state.has_marbles() {
            return difference(seat, |seat| state.points()[seat.index()].cast_signed());
        }
        let Turn::Seat(player) = self.turn(state) else {
            return 0;
        };
        let (mut plies, mut room) = (0_u32, CERTAIN);
        for (tiles, places) in state.tiles_left() {
            plies += tiles;
            room = room.min(PLACE * places / tiles);
        }
        let begins = (player == seat) == plies.is_multiple_of(2);
        if begins {
            room.cast_signed()
        } else {
            -room.cast_signed()
        }
    }
}
