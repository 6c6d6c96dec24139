//! Games and tables as they change: what is in play ([`Hall`]), what is told of it ([`Event`]), and the one
//! stream of it that all readers share ([`Feed`]).
//!
//! A game tells the hall of each ply on its own thread, which costs it a move on a copy of the position and
//! no picture. A feed looks at the hall a few times a second, draws what has changed, and keeps what it told
//! last, so a reader who comes late or falls behind gets the whole of that and then goes on with the rest.

mod event;
mod feed;
mod hall;
mod reader;
#[cfg(test)]
mod tests;

pub use event::{Event, Topic};
pub use feed::Feed;
pub use hall::{Glimpse, Hall};
pub use reader::Reader;
