//! The engine: bot processes, clocks, the match loop, the local executor.
//!
//! It sees games only through their object-safe view, jobs come in and records go out. A game lives
//! on one core: a worker thread, pinned there, polls the pipes of its own bots.

mod audit;
mod clock;
mod cores;
mod deal;
pub mod descriptors;
mod dice;
mod fault;
mod game;
pub mod guardian;
mod handshake;
mod haven;
mod local;
mod player;
mod preflight;
mod process;
mod program;
mod replay;
mod stderr;
mod strays;
mod table;
mod traffic;
mod tree;
mod turn;
mod verdict;
mod wait;

pub use audit::{AuditError, audit};
pub use cores::{Cores, stay_on};
pub use deal::{StartError, opening, rules_of};
pub use dice::Dice;
pub use fault::Word;
pub use game::{Notice, Watcher};
pub use haven::Haven;
pub use local::{Event, Local};
pub use preflight::{Greeting, greetings};
pub use program::Program;
pub use replay::{Replay, StepError, replay};
pub use stderr::HeadTail;
pub use table::{House, Table, Trouble};
pub use verdict::{judge, verdict};
