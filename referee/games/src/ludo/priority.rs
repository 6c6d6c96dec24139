//! The four priority rules of the university's assignment, as a player without a choice.

use crate::ludo::Move;
use crate::ludo::state::State;
use crate::ludo::tokens::Tokens;
use crate::ludo::track::{END, LAST_ON_TRACK, SIX, YARD, land};
use crate::seat::Seat;

/// The move that the priority rules choose; `pass` where no token can move.
pub fn priority(state: &State) -> Move {
    match state.roll {
        Some(roll) if !state.is_over() => choose(&state.tokens, state.player, roll),
        _ => Move::Pass,
    }
}

/// The choice of a seat for a roll, whoever is on turn.
pub(super) fn choose(tokens: &Tokens, seat: Seat, roll: u8) -> Move {
    let Some([p, q]) = tokens.of(seat) else {
        return Move::Pass;
    };
    match tokens.movable(seat, roll) {
        [false, false] => return Move::Pass,
        [true, false] => return Move::P,
        [false, true] => return Move::Q,
        [true, true] => {}
    }
    let leaves_yard = |step| roll == SIX && step == YARD;
    let finishes = |step| step > LAST_ON_TRACK && land(step, roll) == END;
    let kicks = |step| tokens.kicked(seat, land(step, roll)).next().is_some();
    let rules: [&dyn Fn(i8) -> bool; 3] = [&leaves_yard, &finishes, &kicks];
    for fits in rules {
        if fits(p) {
            return Move::P;
        }
        if fits(q) {
            return Move::Q;
        }
    }
    if p <= q { Move::P } else { Move::Q }
}
