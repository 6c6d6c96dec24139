//! The levels of Ludo, for any number of seats.

use super::{GREEDY, Level, RANDOM};
use crate::engine::ludo;
use crate::house::ludo_priority;

/// Before the first game: what the highest levels need for any.
pub(super) fn prepare() {
    ludo::prepare();
}

pub(super) const LEVELS: &[Level] = &[
    RANDOM,
    GREEDY,
    Level {
        about: "leaves the yard, finishes, kicks, or else moves the token behind",
        make: || Box::new(ludo_priority::choose),
    },
    Level {
        about: "expectimax over two rolls",
        make: || Box::new(|turn| ludo::choose(turn, 2, false)),
    },
    Level {
        about: "expectimax over four rolls, or more as time allows",
        make: || Box::new(|turn| ludo::choose(turn, 4, true)),
    },
];
