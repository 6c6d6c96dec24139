//! The engine: bot processes, clocks, the match loop, the local executor.
//!
//! It sees games only through their object-safe view, jobs come in and records go out. A game lives
//! on one core: a worker thread, pinned there, polls the pipes of its own bots.

mod audit;
mod deal;
mod dice;
mod program;
mod replay;
mod verdict;

pub use audit::{AuditError, audit};
pub use deal::{StartError, opening, rules_of};
pub use dice::Dice;
pub use program::Program;
pub use replay::{Replay, StepError, replay};
pub use verdict::verdict;
