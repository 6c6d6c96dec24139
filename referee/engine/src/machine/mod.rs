//! The machine: its cores and which of them a game has, what else runs on them, and its file descriptors.

pub mod core_claims;
pub mod cores;
pub mod counters;
pub mod descriptors;
pub mod load_watch;
pub mod others;
pub mod poll;
