//! The schedules, seen from outside.

mod common;
mod course;
mod follower;
mod issuer;
mod plan;
mod round_robin;
mod swiss;
