//! Games of people in the browser: who keeps them ([`PlayService`]), the bots that can be played against
//! ([`Bots`]), a game ([`game`]) as everybody sees it ([`shown`]) with its moves as squares ([`ways`]), what is
//! kept of it ([`kept`]), and the thread on which it is played ([`thread`]).

mod bots;
mod context;
mod game;
mod move_paths;
mod open;
mod saved_game;
mod service;
mod shown;
#[cfg(test)]
mod tests;
mod thread;

pub use bots::{Bots, RunBots};
pub use service::PlayService;
