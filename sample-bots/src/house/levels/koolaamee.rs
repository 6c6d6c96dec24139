//! The levels of Koolaamee.

use super::{GREEDY, Level, RANDOM, SHALLOW};
use crate::engine::{Koolaamee, Strength, alpha_beta};

pub(super) const LEVELS: &[Level] = &[
    RANDOM,
    GREEDY,
    SHALLOW,
    Level {
        about: "alpha-beta, 3000 positions a move",
        make: || alpha_beta::<Koolaamee>(Strength::Nodes(3000)),
    },
    Level {
        about: "alpha-beta for as long as it may, 100 000 positions where nothing limits it",
        make: || alpha_beta::<Koolaamee>(Strength::Patient(100_000)),
    },
];
