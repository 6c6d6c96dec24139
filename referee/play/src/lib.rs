//! Games of people against bots and each other, independent of terminal and browser.
//!
//! Begin at [`game_session`], one game with undo and result. [`service`] holds the games that are played in
//! browsers and keeps them through a restart; [`model`] is the view of a game that a page shows. The
//! terminal's part is in `referee`.
//!
//! This crate must not know how a board is drawn or how a person is asked.

pub mod bot;
pub mod clock;
pub mod game_session;
pub mod hint;
pub mod model;
pub mod opponent;
pub mod result;
pub mod save;
pub mod service;
