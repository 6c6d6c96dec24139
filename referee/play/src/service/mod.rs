//! Games of people in the browser: who keeps them ([`PlayService`]), the bots that can be played against
//! ([`Bots`]), a game (`game`) as everybody sees it (`shown`) with its moves as squares (`move_paths`), what is
//! kept of it (`saved_game`), and the thread on which it is played (`thread`).

mod bots;
mod context;
mod game;
mod move_paths;
mod open;
mod play_service;
mod saved_game;
mod shown;
#[cfg(test)]
mod tests;
mod thread;

pub use bots::{Bots, RunBots};
pub use play_service::PlayService;
