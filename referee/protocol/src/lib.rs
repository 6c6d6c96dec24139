//! Parses and prints the messages of the bot protocol, version 1, in both encodings; no I/O.
//!
//! `protocol.md` at the root of the repository is the specification. The referee prints [`ToBot`] and parses
//! [`FromBot`]; a bot does the reverse, and parses its input as [`Message`].
//!
//! Begin at [`ToBot`]. This crate must not know rules, processes or time.

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

/// Version of the protocol, as sent in `hello`.
pub const VERSION: u32 = 1;

/// Longest line that a bot may write, without its end, in bytes.
pub const MAX_FROM_BOT: usize = 64 << 10;

/// Longest line that is sent to a bot, with its end, in bytes.
pub const MAX_TO_BOT: usize = 16 << 10;
