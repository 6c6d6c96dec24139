//! A game in which people take part, in the terminal; what the browser needs too is public.
//!
//! The [`room`] brings the pieces together: the game ([`sitting`]), what people type ([`input`],
//! [`command`], [`words`]) and see ([`screen`]), and the bots that they play against ([`opponent`]).

mod bot;
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

pub use bot::Bot;
pub use clock::{Clock, times};
pub use hint::hint;
pub use invitation::{Invitation, PersonArgs, is_person};
pub use opponent::Trouble;
pub use result::result;
pub use save::Saved;
pub use sitting::{Next, Sitting};
pub use words::Cut;
