//! The levels of both kinds of Cublino.

use super::{GREEDY, Level, RANDOM, SHALLOW};

pub(super) const PUR: &[Level] = &[RANDOM, GREEDY, SHALLOW];
pub(super) const CONTRA: &[Level] = &[RANDOM, GREEDY, SHALLOW];
