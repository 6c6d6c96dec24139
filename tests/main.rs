//! End-to-end tests: the binary as its users meet it.

mod broken;
mod builds;
mod check;
mod cli;
mod engine;
mod evidence;
mod exam;
mod jail;
mod results;
mod transcripts;
mod zoo;
