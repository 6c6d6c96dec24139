//! The bot protocol, version 1: messages, parsed and printed in both encodings; no I/O.
//!
//! `protocol.md` at the root of the repository is the specification. The referee prints
//! [`ToBot`] and parses [`FromBot`]; a bot does the reverse, with [`Message`] for what it reads.

mod encode;
mod from_bot;
mod info;
mod lines;
mod loose;
mod message;
mod to_bot;

pub use from_bot::{FromBot, Ready};
pub use info::Info;
pub use lines::{Line, LineBuffer};
pub use message::Message;
pub use to_bot::{Clock, Encoding, GameLine, SeatOutcome, ToBot};

/// The protocol's version, as `hello` tells it.
pub const VERSION: u32 = 1;

/// The longest line that a bot may write, its end not counted, in bytes.
pub const MAX_FROM_BOT: usize = 64 << 10;

/// The longest line that a bot is sent, its end included, in bytes.
pub const MAX_TO_BOT: usize = 16 << 10;
