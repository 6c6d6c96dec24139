//! Games of people against bots and each other, without a terminal or a browser.
//!
//! Begin at [`game_session`], one game with its clock, undo and result. [`service`] holds the games that browsers play,
//! and keeps them through a restart; [`model`] is what a page shows of one. The terminal's half is in `referee`.
//!
//! It must never know how a board is drawn or how a person is asked.

pub mod bot;
pub mod clock;
pub mod game_session;
pub mod hint;
pub mod model;
pub mod opponent;
pub mod result;
pub mod save;
pub mod service;
