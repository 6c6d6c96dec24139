//! A game in which people take part, in the terminal; what the browser needs too is public.
//!
//! The [`room`] brings the pieces together: the game ([`sitting`]), what people type ([`input`],
//! [`command`], [`words`]) and see ([`screen`]), and the bots that they play against ([`opponent`]).

mod board_view;
mod bot;
mod clock;
mod command;
mod game_session;
mod game_setup;
mod hint;
mod input;
mod opponent;
mod result;
mod save;
mod screen;
mod screen_reader;
mod terminal_game;
mod turn;
mod words;

pub use bot::BotPlayer;
pub use clock::{RemainingTime, times};
pub use game_session::{GameSession, NextStep};
pub use game_setup::{GameSetup, PersonArgs, is_person};
pub use hint::hint;
pub use opponent::OpponentError;
pub use result::result;
pub use save::SavedTerminalGame;
pub use words::MoveParts;
