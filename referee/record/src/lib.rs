//! Defines jobs and records: the games to be played, and the games that were played.
//!
//! They are plain data, and the only types that schedule, engine, store and statistics share. Only they cross
//! threads, files and machines.
//!
//! Begin at [`Job`] and [`Record`]. This crate must not know how a game is played, stored or counted.

mod adjudication;
mod book;
mod fault;
mod job;
mod limits;
mod outcome;
mod played;
mod record;
mod seed;
mod session;
mod time;
mod weight;

pub use adjudication::{Adjudicated, Adjudication, DrawRule, ResignRule};
pub use book::{BookOrder, BookOrigin, BookUse};
pub use fault::{FaultDetail, FaultKind};
pub use job::{
    Job, JobId, Place, Pondering, Restart, SeatAssignment, Start, StartFrom, Substitutions,
};
pub use limits::Limits;
pub use outcome::{Outcome, Seated, Spent};
pub use played::{Played, SeatResult, Step, Verdict};
pub use record::{
    BotMeasure, Evidence, Lateness, Measured, PlyMeasure, Record, TimeBreakdown, TranscriptHash,
};
pub use seed::{Seed, derive};
pub use session::{ClockError, JailRecord, Machine, RunSession};
pub use time::{TimeBudget, TimeControl, TimeError, nanos};
