//! A game in which people take part, in the terminal.
//!
//! [`terminal_game`] brings the pieces together: the game itself (`referee_play::game_session`), what people type
//! ([`input`], [`command`], [`words`]) and what they see ([`screen`]).

mod board_view;
mod command;
mod game_setup;
mod input;
mod screen;
mod screen_reader;
mod terminal_game;
mod turn;
mod words;

pub use game_setup::{GameSetup, PersonArgs, is_person};
