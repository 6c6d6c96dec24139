//! Boards as data: the picture of a position, and what changes from one to the next.
//!
//! The script draws a [`Scene`](referee_games::scene::Scene) as SVG and applies [`Change`]s to it, so a replay
//! from a file and a game that is being played are told in the same words, and no page needs rules.

mod change;
mod pack;
mod reel;
mod remark;

pub use change::{Change, changes};
pub use pack::{Packed, Packer};
pub use reel::{Deed, Reel, Shot};
pub use remark::Remark;
