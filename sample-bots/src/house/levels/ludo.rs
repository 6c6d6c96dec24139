//! The levels of Ludo.

use super::{GREEDY, Level, RANDOM};
use crate::house::ludo_priority;

pub(super) const LEVELS: &[Level] = &[
    RANDOM,
    Level {
        about: "the four rules of the assignment",
        make: || Box::new(ludo_priority::choose),
    },
    GREEDY,
];
