//! The game: played by the match loop, with bots that a runner starts or has kept, on threads of an executor.

pub mod executor;
pub mod game_runner;
mod match_loop;
