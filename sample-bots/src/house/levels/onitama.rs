//! The levels of Onitama.

use super::{GREEDY, Level, RANDOM, SHALLOW};
use crate::engine::{Onitama, Strength, alpha_beta};

pub(super) const LEVELS: &[Level] = &[
    RANDOM,
    GREEDY,
    SHALLOW,
    Level {
        about: "alpha-beta, 3000 positions a move",
        make: || alpha_beta::<Onitama>(Strength::Nodes(3000)),
    },
    Level {
        about: "alpha-beta for as long as it may, 100 000 positions where nothing limits it",
        make: || alpha_beta::<Onitama>(Strength::Patient(100_000)),
    },
];
