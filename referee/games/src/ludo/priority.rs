//! Chooses moves by the four priority rules of the university's assignment.

use crate::ludo::LudoMove;
use crate::ludo::state::LudoState;
use crate::ludo::tokens::Tokens;
use crate::ludo::track::{END, LAST_ON_TRACK, SIX, YARD, land};
use crate::seat::Seat;

/// Returns the move that the priority rules choose; `pass` if no token can move.
pub fn priority(state: &LudoState) -> LudoMove {
    match state.roll {
        Some(roll) if !state.is_over() => choose(&state.tokens, state.player, roll),
        _ => LudoMove::Pass,
    }
}

/// Returns the move that the rules choose for any seat and roll, whoever is on turn.
pub(super) fn choose(tokens: &Tokens, seat: Seat, roll: u8) -> LudoMove {
    let Some([p, q]) = tokens.of(seat) else {
        return LudoMove::Pass;
    };
    match tokens.movable(seat, roll) {
        [false, false] => return LudoMove::Pass,
        [true, false] => return LudoMove::P,
        [false, true] => return LudoMove::Q,
        [true, true] => {}
    }
    let leaves_yard = |step| roll == SIX && step == YARD;
    let finishes = |step| step > LAST_ON_TRACK && land(step, roll) == END;
    let kicks = |step| tokens.kicked(seat, land(step, roll)).next().is_some();
    let rules: [&dyn Fn(i8) -> bool; 3] = [&leaves_yard, &finishes, &kicks];
    for fits in rules {
        if fits(p) {
            return LudoMove::P;
        }
        if fits(q) {
            return LudoMove::Q;
        }
    }
    if p <= q { LudoMove::P } else { LudoMove::Q }
}
