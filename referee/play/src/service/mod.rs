//! Games of people in the browser: the service that keeps them ([`PlayService`]), the bots that people can
//! play against ([`OfferedBots`]), one game (`game`), its view for pages (`shown`) with its moves as squares
//! (`move_paths`), its saved form (`saved_game`), and its thread (`thread`).

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

pub use bots::{OfferedBots, RunBots};
pub use play_service::PlayService;
