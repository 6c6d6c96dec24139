//! The schedules, seen from outside.

mod common;
mod exam;
mod follower;
mod issuer;
mod plan;
mod round_robin;
