//! Coordinators and workers that misbehave, at a real server with users and keys.

mod burst;
mod ceiling;
mod fake_worker;
pub(crate) mod instant_game;
mod run;
mod server;
mod simulation;
mod trust;
