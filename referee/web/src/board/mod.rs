//! Boards as data: the picture of a position, and what changes from one to the next.
//!
//! The script draws a [`Scene`](referee_games::scene::Scene) as SVG and applies [`SceneChange`]s to it, so a replay
//! from a file and a game that is being played are told in the same words, and no page needs rules.

mod change;
mod frames;
mod pack;
mod remark;

pub use change::{SceneChange, changes};
pub use frames::{Frame, FrameEvent, ReplayFrames};
pub use pack::{PackedGames, Packer};
pub use remark::Remark;
