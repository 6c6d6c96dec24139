//! End-to-end tests: the binary as its users meet it.

mod cli;
mod engine;
mod exam;
mod results;
mod transcripts;
