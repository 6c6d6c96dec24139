//! The levels of chess.

use super::{GREEDY, HouseLevel, RANDOM, SHALLOW};

pub(super) const LEVELS: &[HouseLevel] = &[RANDOM, GREEDY, SHALLOW];
