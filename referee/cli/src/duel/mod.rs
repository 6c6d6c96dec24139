//! Matches of two and gauntlets from the command line: the tournament that is made of the arguments,
//! how it is told while it goes on, and the block that it ends with.
//!
//! Everything that is told of a match is made of one [`Match`]: the block, JSON, and the files for machines.

mod always;
mod args;
pub mod course;
pub mod facts;
pub mod field;
mod gather;
pub mod live;
mod model;
pub mod order;
mod play;
mod says;
mod tc;
pub mod text;
mod verdict;

pub use args::OrderArgs;
pub use model::{Match, Verdict as Ending};
pub use play::{Asked, play};
pub use tc::shown as shown_time;
