//! The levels of both kinds of Cublino.

use super::{GREEDY, Level, RANDOM};
use crate::engine::cublino::{Contra, Cublino, Pur};
use crate::engine::{Strength, alpha_beta, tree_search};

pub(super) const PUR: &[Level] = &[
    RANDOM,
    GREEDY,
    Level {
        about: "two plies ahead, with the learned evaluation",
        make: || alpha_beta::<Cublino<Pur>>(Strength::Depth(2)),
    },
    Level {
        about: "tree search with the learned evaluation, 2000 positions a move",
        make: || tree_search::<Cublino<Pur>>(Strength::Nodes(2000)),
    },
    Level {
        about: "the same for as long as it may, 16 000 positions where nothing limits it",
        make: || tree_search::<Cublino<Pur>>(Strength::Patient(16_000)),
    },
];
pub(super) const CONTRA: &[Level] = &[
    RANDOM,
    GREEDY,
    Level {
        about: "two plies ahead, with the learned evaluation",
        make: || alpha_beta::<Cublino<Contra>>(Strength::Depth(2)),
    },
    Level {
        about: "alpha-beta with the learned evaluation, 2000 positions a move",
        make: || alpha_beta::<Cublino<Contra>>(Strength::Nodes(2000)),
    },
    Level {
        about: "the same for as long as it may, 16 000 positions where nothing limits it",
        make: || alpha_beta::<Cublino<Contra>>(Strength::Patient(16_000)),
    },
];
