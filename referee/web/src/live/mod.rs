//! Live data of a run: the games in play ([`LiveGames`]), events about them ([`StreamEvent`]), and the one
//! event stream that all readers share ([`EventStream`]).
//!
//! A game reports each ply to `LiveGames` on its own thread, which costs it a move on a copy of the position,
//! but no drawing. The stream looks at the games a few times a second, draws what has changed, and keeps the
//! last state that it published. A reader who comes late or falls behind gets that state whole, and then the
//! later events.

mod event;
mod event_stream;
mod live_games;
mod reader;
#[cfg(test)]
mod tests;

pub use event::{StreamEvent, Topic};
pub use event_stream::EventStream;
pub use live_games::{LiveGames, LiveSnapshot};
pub use reader::StreamReader;
