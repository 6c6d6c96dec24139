//! End-to-end tests: the binary as its users meet it.

#![allow(unreachable_pub, reason = "nobody can take anything from tests")]

mod broken;
mod builds;
mod check;
mod cli;
mod docs;
mod duel;
mod engine;
mod engines;
mod evidence;
mod exam;
#[cfg(feature = "fleet")]
mod fleet;
mod git;
mod jail;
mod kit;
mod kits;
mod ladder;
mod locks;
mod own_games;
mod person;
mod readers;
mod regress;
mod results;
mod sinks;
mod skip;
mod transcripts;
mod tune;
mod web;
mod zoo;
