//! The levels of Koolaamee.

use super::{GREEDY, Level, RANDOM, SHALLOW};
use crate::engine::{Koolaamee, Strength, player};

pub(super) const LEVELS: &[Level] = &[
    RANDOM,
    GREEDY,
    SHALLOW,
    Level {
        about: "alpha-beta, 3 000 positions a move",
        make: || {
            player::<Koolaamee>(Strength {
                nodes: 3000,
                always: true,
                bits: 13,
            })
        },
    },
    Level {
        about: "alpha-beta for as long as it may, 100 000 positions where nothing limits it",
        make: || {
            player::<Koolaamee>(Strength {
                nodes: 100_000,
                always: false,
                bits: 19,
            })
        },
    },
];
