//! Checks of one bot and of the rules, each with its own command.
//!
//! - [`conformance`]: `referee check`, a list of cases, each with a diagnosis.
//! - [`regress`]: `referee regress`, a file that says what a bot must do, compared with a baseline.
//! - [`repro`]: `referee repro`, repeats the lines of a recorded game to a bot.
//! - [`book`]: `referee book`, start positions for matches.
//! - [`octave`]: finds functions that a submission for MATLAB calls and Octave lacks.
//! - [`check_game`]: `referee check-rules`, what every game promises.
//! - [`RulesSession`]: `referee rules`, a conversation about legal moves.
//!
//! A module for each command is public, since they have words in common: `conformance::verdict`,
//! `regress::verdict`.
//!
//! This crate must not know progress bars or pages: where a run is played, the caller's reporter follows
//! it.

pub mod book;
pub mod conformance;
mod game_check;
pub mod octave;
pub mod regress;
pub mod repro;
mod rules_session;

pub use game_check::{BrokenLaw, GameCheck, LawResult, check_game};
pub use rules_session::{
    Cases, CasesOutcome, InputLine, InputLines, RulesSession, SessionReply, Unreadable,
};
