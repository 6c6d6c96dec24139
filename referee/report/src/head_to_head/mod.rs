//! Reports on matches of two bots and on gauntlets: progress, and the block at the end.
//!
//! All output about a match is made from one [`MatchReport`]: the block, JSON, and the files for other
//! programs.

mod always;
mod build_report;
pub mod course;
pub mod field;
mod fishtest;
pub mod live;
mod model;
pub mod rows;
mod section;
mod summary;
pub mod text;
pub mod verdict;

pub use model::{MatchReport, MatchStatus};
pub use section::section;
