//! Coordinators and workers that misbehave, at a real server with users and keys.

mod ceiling;
mod fake_worker;
mod hostile;
pub(crate) mod instant_game;
mod run;
mod server;
mod simulation;
mod trust;
