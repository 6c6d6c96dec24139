//! Matches of two and gauntlets from the command line: the tournament that is made of the arguments,
//! how it is told while it goes on, and the block that it ends with.
//!
//! Everything that is told of a match is made of one [`MatchReport`]: the block, JSON, and the files for machines.

mod always;
mod build_report;
pub mod course;
pub mod field;
pub mod live;
pub mod model;
pub mod rows;
mod summary;
pub mod text;
pub mod verdict;

pub use model::{MatchReport, MatchStatus as Ending};
