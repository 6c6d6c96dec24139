//! Tests the schedules from outside the crate.

mod adaptive;
mod common;
mod course;
mod duel;
mod dutch;
mod exam;
mod follower;
mod groups;
mod issuer;
mod laws;
mod parking;
mod plan;
mod raised;
mod round_robin;
mod sim;
mod standing;
mod swiss;
mod tune;
