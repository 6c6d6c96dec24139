//! Games whose rules are a program, in any language.
//!
//! A [`ProgramGame`] is such a game, for a `GameSource`. Its rules ask the program by the grammar of docs/rules.md, in
//! one [session](session) for each match loop. A position is a value: its line, turn and moves are those of one answer,
//! so only what changes a position asks the program, and a move that isn't in the list is refused without it.
//!
//! The program is a stranger's. Whatever it does wrong leaves a position in `Turn::Failed`, and no seat loses by it.
//!
//! Begin at [`ProgramGame`]. This crate must not know tournaments, files or how a program is built.

mod answer;
mod description;
mod drawing;
mod game;
mod position;
mod session;

pub use description::GameDescription;
pub use game::ProgramGame;
pub use session::RequestLimits;
