//! Formats: which games a tournament plays, in which order.
//!
//! A [`Schedule`] is a pure function of its [`Plan`] and of the outcomes that have come in: it knows
//! no file, clock or process. An [`Issuer`] stands before any of them; it leaves out what has been
//! played, issues void games again and passes over games whose bots have left. To resume a run, feed
//! its outcomes to a fresh issuer.
//!
//! Jobs are numbered from 1 in the order in which a schedule gives them, without a gap; so a number
//! names a game, and "everything up to number n" is a beginning of the run.

mod adaptive;
mod blocks;
mod course;
pub mod duel;
pub mod exam;
mod fixed;
mod follower;
mod gauntlet;
mod groups;
mod issuer;
mod parking;
mod plan;
mod raise;
mod round_robin;
mod seeds;
mod settled;
mod setup;
pub mod swiss;
pub mod tune;

use std::collections::BTreeMap;

use referee_record::{Job, Outcome};

pub use adaptive::Separation;
pub use course::pairings;
pub use follower::{FollowError, Follower, Rest};
pub use issuer::{Issuer, Skip, Task};
pub use parking::{BATCH, Parking};
pub use plan::{Change, Format, Plan, PlanError};
pub use raise::RaiseError;
pub use settled::Settled;
pub use setup::{Entrant, Setup, Starts};

/// A format: gives the jobs of a tournament one after the other, and none of them twice.
///
/// Whatever it chooses is a function of its plan and of finished batches of games, never of the
/// order in which outcomes come in: so an interrupted run and one that wasn't are the same.
pub trait Schedule: Send {
    /// The next job, numbered one higher than the last, or nothing now: either it waits for
    /// outcomes, or it has [`finished`].
    ///
    /// [`finished`]: Schedule::finished
    fn next(&mut self) -> Option<Job>;

    /// Takes in how a job was settled: once for each job, in any order, and on resuming also before
    /// [`Schedule::next`] came to it. It may be void.
    fn record(&mut self, outcome: &Outcome);

    /// Takes in that a job, which [`Schedule::next`] gave just now, will never be played, since one
    /// of these bots of it has left.
    fn skip(&mut self, _job: &Job, _gone: &[String]) {}

    /// Whether no job will come any more, whatever is recorded.
    fn finished(&self) -> bool;

    /// How many jobs there are in all, where that is known beforehand.
    fn size(&self) -> Option<u64>;

    /// How many jobs there can be at most, if nobody joins later and anything is known of that.
    fn most(&self) -> Option<u64> {
        self.size()
    }

    /// Goes on behind the job with this number without making those before it, if no outcome could
    /// change them; else does nothing and gives false.
    fn pass(&mut self, _number: u64) -> bool {
        false
    }

    /// What decides ranks before points per game does, for everybody who takes part; empty for
    /// formats in which nothing does.
    fn merits(&self) -> BTreeMap<String, Merit> {
        BTreeMap::new()
    }

    /// Whether nothing that is still open matters any more: games in play may be given up.
    fn ended(&self) -> bool {
        false
    }

    /// The job with this number, which may have been handed out before the schedule [`ended`], though
    /// it isn't now.
    ///
    /// [`ended`]: Schedule::ended
    fn late(&self, _number: u64) -> Option<Job> {
        None
    }

    /// What the pairs of a duel came to, if it is one.
    fn duel(&self) -> Option<&duel::Prefix> {
        None
    }

    /// The course of a tuning, if it is one.
    fn tune(&self) -> Option<&tune::Course> {
        None
    }

    /// What people should know about the course so far, a sentence each: byes, an early end.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Who met whom, if that depends on results.
    fn pairings(&self) -> Option<pairings::Pairings> {
        None
    }
}

/// What a format holds to somebody's credit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merit {
    /// Compared one after the other, the higher the better. Where all are equal, points per game
    /// decide.
    pub keys: Vec<i64>,
    /// The same for people: what it is called, and how it stands, such as `("Buchholz", "12.5")`.
    pub shown: Vec<(&'static str, String)>,
}
