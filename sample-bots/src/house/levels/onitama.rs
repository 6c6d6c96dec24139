//! The levels of Onitama.

use super::{GREEDY, HouseLevel, RANDOM, SHALLOW};
use crate::engine::{EngineStrength, OnitamaEngine, alpha_beta};

pub(super) const LEVELS: &[HouseLevel] = &[
    RANDOM,
    GREEDY,
    SHALLOW,
    HouseLevel {
        about: "alpha-beta, 3000 positions a move",
        make: || alpha_beta::<OnitamaEngine>(EngineStrength::Nodes(3000)),
    },
    HouseLevel {
        about: "alpha-beta for as long as it may, 100 000 positions where nothing limits it",
        make: || alpha_beta::<OnitamaEngine>(EngineStrength::Patient(100_000)),
    },
];
