//! A game in which people take part, in the terminal.
//!
//! The [`room`] brings the pieces together: the game ([`sitting`]), what people type ([`input`],
//! [`command`], [`words`]) and see ([`screen`]), and the bots that they play against ([`opponent`]).

mod clock;
mod command;
mod hint;
mod input;
mod invitation;
mod opponent;
mod picture;
mod result;
mod room;
mod save;
mod screen;
mod sitting;
mod spoken;
mod turn;
mod words;

pub use invitation::{Invitation, PersonArgs, is_person};
pub use sitting::Sitting;
