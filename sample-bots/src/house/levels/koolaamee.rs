//! The levels of Koolaamee.

use super::{GREEDY, HouseLevel, RANDOM, SHALLOW};
use crate::engine::{Chooser, EngineStrength, KoolaameeEngine, alpha_beta};
use crate::house::mind;

pub(super) const LEVELS: &[HouseLevel] = &[
    RANDOM,
    GREEDY,
    SHALLOW,
    HouseLevel {
        about: "alpha-beta, 3000 positions a move",
        make: || searching(EngineStrength::Nodes(3000)),
    },
    HouseLevel {
        about: "alpha-beta for as long as it may, 100 000 positions where nothing limits it",
        make: || searching(EngineStrength::Patient(100_000)),
    },
];

/// Creates a level that searches among marbles, and lays tiles as level 3 does.
fn searching(strength: EngineStrength) -> Chooser {
    let mut tiles = (SHALLOW.make)();
    let mut marbles = alpha_beta::<KoolaameeEngine>(strength);
    Box::new(move |turn| {
        let is_draft = mind::is_draft(turn);
        if is_draft { tiles(turn) } else { marbles(turn) }
    })
}
