//! The levels of both kinds of Cublino.

use super::{GREEDY, HouseLevel, RANDOM};
use crate::engine::cublino::{ContraEngine, CublinoEngine, PurEngine};
use crate::engine::{EngineStrength, alpha_beta, tree_search};

pub(super) const PUR: &[HouseLevel] = &[
    RANDOM,
    GREEDY,
    HouseLevel {
        about: "two plies ahead, with the learned evaluation",
        make: || alpha_beta::<CublinoEngine<PurEngine>>(EngineStrength::Depth(2)),
    },
    HouseLevel {
        about: "tree search with the learned evaluation, 2000 positions a move",
        make: || tree_search::<CublinoEngine<PurEngine>>(EngineStrength::Nodes(2000)),
    },
    HouseLevel {
        about: "the same for as long as it may, 16 000 positions where nothing limits it",
        make: || tree_search::<CublinoEngine<PurEngine>>(EngineStrength::Patient(16_000)),
    },
];
pub(super) const CONTRA: &[HouseLevel] = &[
    RANDOM,
    GREEDY,
    HouseLevel {
        about: "two plies ahead, with the learned evaluation",
        make: || alpha_beta::<CublinoEngine<ContraEngine>>(EngineStrength::Depth(2)),
    },
    HouseLevel {
        about: "alpha-beta with the learned evaluation, 2000 positions a move",
        make: || alpha_beta::<CublinoEngine<ContraEngine>>(EngineStrength::Nodes(2000)),
    },
    HouseLevel {
        about: "the same for as long as it may, 16 000 positions where nothing limits it",
        make: || alpha_beta::<CublinoEngine<ContraEngine>>(EngineStrength::Patient(16_000)),
    },
];
