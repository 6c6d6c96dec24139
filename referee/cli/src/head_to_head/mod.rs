//! Matches of two and gauntlets from the command line: the tournament that is made of the arguments,
//! how it is told while it goes on, and the block that it ends with.
//!
//! Everything that is told of a match is made of one [`MatchReport`]: the block, JSON, and the files for machines.

mod always;
mod args;
mod build_report;
pub mod course;
pub mod field;
pub mod live;
pub mod match_order;
mod model;
mod play;
pub mod rows;
mod summary;
mod tc;
pub mod text;
mod verdict;

pub use args::OrderArgs;
pub use model::{MatchReport, MatchStatus as Ending};
pub use play::{MatchRequest, play};
pub use tc::shown as shown_time;
