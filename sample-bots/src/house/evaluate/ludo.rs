//! Evaluation of Ludo: a seat's own steps minus those of the others, so a kick is worth the steps
//! that it takes away.

use referee_games::Seat;
use referee_games::ludo::{Ludo, LudoState, Pair, track};

use super::{Evaluate, EvaluationWeights};

/// Value of a token that has left the yard.
const OUT: i32 = 12;
/// Value of a token that can no longer be kicked.
const SAFE: i32 = 8;

impl Evaluate for Ludo {
    fn evaluate(&self, state: &LudoState, seat: Seat, _: &EvaluationWeights) -> i32 {
        let signed = |(owner, pair)| {
            if owner == seat {
                worth(pair)
            } else {
                -worth(pair)
            }
        };
        state.tokens.iter().map(signed).sum()
    }
}

fn worth(pair: Pair) -> i32 {
    let token = |step| {
        let out = if step == track::YARD { 0 } else { OUT };
        let safe = if step > track::LAST_ON_TRACK { SAFE } else { 0 };
        i32::from(step) + out + safe
    };
    pair.map(token).iter().sum()
}
