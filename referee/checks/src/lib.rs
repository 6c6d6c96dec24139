//! Checks of one bot and of the rules, each behind a command of its own.
//!
//! - [`conformance`]: `referee check`, a list of cases, each with a diagnosis.
//! - [`regress`]: `referee regress`, a file of what a bot must do, compared with a baseline.
//! - [`repro`]: `referee repro`, the lines of a recorded game told again.
//! - [`book`]: `referee book`, start positions for matches.
//! - [`bench`]: `referee bench`, what the referee itself costs.
//! - [`octave`]: functions that a submission for MATLAB calls and Octave lacks.
//! - [`rules_session`]: `referee rules`, a conversation about legal moves.
//!
//! It must never know a terminal's bar or a page: where a run is played, the caller's reporter follows it.

pub mod bench;
pub mod book;
pub mod conformance;
pub mod octave;
pub mod regress;
pub mod repro;
pub mod rules_session;
