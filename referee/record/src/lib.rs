//! Jobs and records: what is to be played, and what was.
//!
//! Plain data, and the only words that schedule, engine, store and statistics share. They alone
//! cross threads, files and machines.

mod job;
mod outcome;
mod played;
mod record;
mod seed;
mod time;

pub use job::{Chair, Job, JobId, Limits, Place, Restart, Start, StartFrom};
pub use outcome::{Outcome, Seated, Spent};
pub use played::{Played, SeatResult, Step, Verdict};
pub use record::{BotMeasure, Evidence, Measured, PlyMeasure, Record};
pub use seed::{Seed, derive};
pub use time::{Budget, TimeControl, TimeError};
