//! Time: the clock of a seat, the watch over one turn, and what of it others took.

pub mod clock;
pub mod standstill;
pub mod stopwatch;
pub mod turn_account;
