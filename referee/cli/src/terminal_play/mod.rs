//! A game in which people take part, in the terminal; what the browser needs too is public.
//!
//! The [`room`] brings the pieces together: the game ([`sitting`]), what people type ([`input`],
//! [`command`], [`words`]) and see ([`screen`]), and the bots that they play against ([`opponent`]).

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
