//! The exam's log: what it says beside the drawings, and whether one is by the rules.
//!
//! The layout is that of the exam's own program for games between two programs.

mod drawing;
mod verify;
mod words;

pub use verify::{Difference, Verified, verify};
pub(super) use words::{farewell, narrate, narrate_refused};
