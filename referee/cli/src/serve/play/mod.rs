//! Games of people in the browser: who keeps them ([`Parlour`]), the bots that can be played against
//! ([`Bots`]), a game ([`game`]) as everybody sees it ([`shown`]) with its moves as squares ([`ways`]), what is
//! kept of it ([`kept`]), and the thread on which it is played ([`thread`]).

mod bots;
mod game;
mod ground;
mod kept;
mod open;
mod parlour;
mod shown;
#[cfg(test)]
mod tests;
mod thread;
mod ways;

pub use bots::{Bots, Field};
pub use parlour::Parlour;
