//! Boards as data: the picture of a position, and the changes to the next one.
//!
//! The script draws a [`Scene`](referee_games::scene::Scene) as SVG and applies [`SceneChange`]s to it. A
//! replay from a file and a game in play use the same data, and no page needs to know the rules.

mod change;
mod frames;
mod move_info;
mod pack;

pub use change::{SceneChange, changes};
pub use frames::{ExpectedMove, ExpectedMoves, Frame, FrameEvent, ReplayFrames};
pub use move_info::MoveInfo;
pub use pack::{PackedGames, Packer};
