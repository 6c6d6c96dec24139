//! The engine: bot processes, clocks, the match loop, the local executor.
//!
//! It sees games only through their object-safe view, jobs come in and records go out. A game lives
//! on one core: a worker thread, pinned there, polls the pipes of its own bots.

#![cfg_attr(fuzzing, allow(dead_code, reason = "actors stand where processes do"))]

mod account;
mod audit;
mod body;
mod claim;
mod clock;
mod cores;
mod counters;
mod deal;
pub mod descriptors;
mod dice;
mod fault;
#[cfg(fuzzing)]
pub mod fuzzing;
mod game;
pub mod guardian;
mod handshake;
mod haven;
mod interview;
mod local;
mod missing;
mod patience;
mod player;
mod preflight;
#[cfg(not(fuzzing))]
mod process;
/// Actors instead of processes.
#[cfg(fuzzing)]
mod process {
    pub use crate::fuzzing::Process;
    pub use crate::real::{Got, SpawnError, Woken};
}
mod program;
#[cfg(fuzzing)]
#[path = "process.rs"]
mod real;
mod rehearsal;
mod replay;
#[cfg(target_os = "linux")]
mod runtimes;
mod script;
mod sentinel;
mod stderr;
mod stopwatch;
mod strays;
mod table;
mod telling;
mod told;
pub mod toolchain;
mod traffic;
mod tree;
mod turn;
mod turn_log;
mod verdict;
mod wait;

pub use audit::{AuditError, audit, audit_evidence};
pub use claim::Claim;
pub use cores::{Cores, beside, stay_on};
pub use deal::{StartError, opening, rules_of};
pub use dice::Dice;
pub use fault::{Fault, Word};
pub use game::{Gallery, Notice, Watcher};
pub use haven::{Haven, shelter};
pub use interview::{Interview, Said, Utterance};
pub use local::{Event, Local};
pub use missing::{Advice, missing_path};
pub use patience::Reading;
pub use preflight::{Greeting, greetings};
pub use process::SpawnError;
pub use program::{Program, filled, seen};
pub use rehearsal::{Heard, Rehearsal, RehearsalError, Rehearsed, Way};
pub use replay::{Replay, StepError, replay};
pub use script::{Answered, Asked, Script, ScriptError, said_at_fault};
pub use stderr::HeadTail;
pub use table::{House, Table, Trouble};
pub use traffic::{Log, why};
pub use tree::remove as remove_tree;
pub use verdict::{judge, verdict};
