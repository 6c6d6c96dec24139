//! The levels of Ludo, for any number of seats.

use super::{GREEDY, HouseLevel, RANDOM};
use crate::engine::ludo;
use crate::house::ludo_priority;

/// Prepares, before the first game, the data that the highest levels need in every game.
pub(super) fn prepare() {
    ludo::prepare();
}

pub(super) const LEVELS: &[HouseLevel] = &[
    RANDOM,
    GREEDY,
    HouseLevel {
        about: "leaves the yard, finishes, kicks, or else moves the token behind",
        make: || Box::new(ludo_priority::choose),
    },
    HouseLevel {
        about: "expectimax over two rolls",
        make: || Box::new(|turn| ludo::choose(turn, 2, false)),
    },
    HouseLevel {
        about: "expectimax over four rolls, or more as time allows",
        make: || Box::new(|turn| ludo::choose(turn, 4, true)),
    },
];
