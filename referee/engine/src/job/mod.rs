//! What follows from a job and its record alone, without a process: the opening, the dice, the replay of the steps, the
//! verdict, and the audit of all that a record claims.

pub mod adjudicator;
pub mod audit;
pub mod deal;
pub mod dice;
pub mod replay;
pub mod verdict;
pub mod void_record;
