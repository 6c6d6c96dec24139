//! Bots: what a bot written in Rust needs, and the bots that come with the referee.
//!
//! [`sdk`] is the bot's side of the protocol: a bot is a closure from a turn to an answer.

pub mod sdk;
