//! Formats: which games a tournament plays, in which order.
//!
//! A [`Schedule`] is a pure function of its [`Plan`] and of the outcomes that have come in: it knows
//! no file, clock or process. A [`JobQueue`] stands before any of them; it leaves out what has been
//! played, issues void games again and passes over games whose bots have left. To resume a run, feed
//! its outcomes to a fresh queue.
//!
//! Jobs are numbered from 1 in the order in which a schedule gives them, without a gap; so a number
//! names a game, and "everything up to number n" is a beginning of the run. Who came and went after a run had begun, and
//! which bound was raised, is in the plan as changes after the number of a game: they add games and change none.
//!
//! A start with its dice is played once for each way to seat the bots: two games make a pair, all rotations of a ludo
//! game a block. A match of two ([`head_to_head`]) is decided on the longest unbroken beginning of finished pairs in schedule
//! order, by a pure rule; later games don't count. A tuning plays a bot against itself, one batch for each iteration of
//! SPSA: its two sides are the bots `NAME+` and `NAME-` of the plan, and what they are set to is part of the job.

mod adaptive;
mod blocks;
mod completed_games;
mod disqualification;
pub mod exam;
mod fixed;
mod game_config;
mod gauntlet;
mod groups;
pub mod head_to_head;
mod job_queue;
mod plan;
mod raise;
mod round_robin;
mod rounds;
mod seeds;
pub mod swiss;
pub mod tune;
mod verifier;

use std::collections::BTreeMap;

use referee_record::{Job, Outcome};

pub use completed_games::CompletedGames;
pub use disqualification::{BATCH, Disqualification};
pub use game_config::{Entrant, GameConfig, Starts};
pub use job_queue::{Attempt, JobQueue, SkippedJob};
pub use plan::{Format, Plan, PlanChange, PlanError};
pub use raise::RaiseError;
pub use rounds::pairings;
pub use verifier::{FollowError, Rest, ScheduleVerifier};

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
    fn merits(&self) -> BTreeMap<String, TieBreak> {
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
    fn duel(&self) -> Option<&head_to_head::PairResults> {
        None
    }

    /// The course of a tuning, if it is one.
    fn tune(&self) -> Option<&tune::TuningState> {
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
pub struct TieBreak {
    /// Compared one after the other, the higher the better. Where all are equal, points per game
    /// decide.
    pub keys: Vec<i64>,
    /// The same for people: what it is called, and how it stands, such as `("Buchholz", "12.5")`.
    pub shown: Vec<(&'static str, String)>,
}
