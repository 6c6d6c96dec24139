//! Jobs and records: what is to be played, and what was.
//!
//! Plain data, and the only words that schedule, engine, store and statistics share. They alone
//! cross threads, files and machines.

mod job;
mod limits;
mod outcome;
mod played;
mod record;
mod seed;
mod time;
mod weight;

pub use job::{Chair, Job, JobId, Place, Pondering, Restart, Settings, Start, StartFrom};
pub use limits::Limits;
pub use outcome::{Outcome, Seated, Spent};
pub use played::{Played, RESIGNED, SeatResult, Step, Verdict};
pub use record::{BotMeasure, Evidence, Measured, PlyMeasure, Record, Shares, Told};
pub use seed::{Seed, derive};
pub use time::{Budget, TimeControl, TimeError};
