//! Games and tables as they change: what is in play ([`LiveGames`]), what is told of it ([`StreamEvent`]), and the one
//! stream of it that all readers share ([`EventStream`]).
//!
//! A game tells the hall of each ply on its own thread, which costs it a move on a copy of the position and
//! no picture. A feed looks at the hall a few times a second, draws what has changed, and keeps what it told
//! last, so a reader who comes late or falls behind gets the whole of that and then goes on with the rest.

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
