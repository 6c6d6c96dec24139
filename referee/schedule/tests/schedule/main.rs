//! The schedules, seen from outside.

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
mod swiss;
mod tune;
