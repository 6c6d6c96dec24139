//! Formats: which games a tournament plays, in which order.
//!
//! A [`Schedule`] is a pure function of its plan and of the records that have come in: it knows no
//! file, clock or process. An [`Issuer`] stands before any of them; it leaves out what has been
//! played and issues void games again. To resume a run, feed its records to a fresh issuer.

mod blocks;
mod follower;
mod issuer;
mod plan;
mod round_robin;
mod seeds;
pub mod swiss;

use referee_record::{Job, Record};

pub use follower::{FollowError, Follower};
pub use issuer::{Issuer, Task};
pub use plan::{Entrant, Plan, PlanError, Starts};
pub use round_robin::RoundRobin;

/// A format: gives the jobs of a tournament one after the other, and none of them twice.
///
/// Whatever it chooses is a function of its plan and of finished batches of games, never of the
/// order in which records come in: so an interrupted run and one that wasn't are the same.
pub trait Schedule: Send {
    /// The next job, or nothing now: either it waits for records, or it has [`finished`].
    ///
    /// [`finished`]: Schedule::finished
    fn next(&mut self) -> Option<Job>;

    /// Takes in how a job was settled: once for each job, in any order, and on resuming also before
    /// [`Schedule::next`] came to it. The last attempt may be void too.
    fn record(&mut self, record: &Record);

    /// Whether no job will come any more, whatever is recorded.
    fn finished(&self) -> bool;

    /// How many jobs there are in all, where that is known beforehand.
    fn size(&self) -> Option<u64>;
}
