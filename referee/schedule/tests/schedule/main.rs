//! The schedules, seen from outside.

mod common;
mod follower;
mod issuer;
mod plan;
mod round_robin;
mod swiss;
