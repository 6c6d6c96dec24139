//! Bots: what a bot written in Rust needs, and the bots that come with the referee.
//!
//! [`sdk`] is the bot's side of the protocol: a bot is a closure from a turn to an answer.
//! [`house`] holds the bots that the referee itself can play, each in its own file, and [`engine`] the
//! searches and evaluations behind the stronger ones. [`kits`] holds the bots in other languages that are
//! next to this crate.

pub mod engine;
pub mod house;
pub mod kits;
pub mod sdk;
