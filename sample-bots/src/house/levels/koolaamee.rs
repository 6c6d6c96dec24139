//! The levels of Koolaamee.

use super::{GREEDY, Level, RANDOM, SHALLOW};

pub(super) const LEVELS: &[Level] = &[RANDOM, GREEDY, SHALLOW];
