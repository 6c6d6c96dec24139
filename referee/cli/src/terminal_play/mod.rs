//! Games with people in the terminal.
//!
//! [`terminal_game`] connects the parts: the game itself (`referee_play::GameSession`), the input of people
//! ([`input`], [`command`], [`words`]) and the output ([`screen`]).

mod board_view;
mod command;
mod game_setup;
mod input;
mod person_turn;
mod screen;
mod screen_reader;
mod terminal_game;
mod words;

pub use game_setup::{BROKEN_OFF, GameSetup, PersonArgs, is_person};
pub use screen::Look;
