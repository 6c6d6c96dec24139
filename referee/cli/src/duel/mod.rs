//! Matches of two and gauntlets from the command line: the tournament that is made of the arguments,
//! how it is told while it goes on, and the block that it ends with.
//!
//! Everything that is printed of a match is made of one [`Match`].

pub mod field;
pub mod live;
mod model;
pub mod order;
mod play;
mod tc;
pub mod text;

pub use model::Match;
pub use order::OrderArgs;
pub use play::{Asked, play};
pub use tc::shown as shown_time;
