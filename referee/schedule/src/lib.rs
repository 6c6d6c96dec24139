//! Tournament formats: which games are played, in which order.
//!
//! A [`Schedule`] is a pure function of its [`Plan`] and of the outcomes so far: it uses no file, clock or
//! process. A [`JobQueue`] issues its jobs; it omits games that were played, issues void games again and
//! skips games whose bots have left. To resume a run, feed its outcomes to a new queue. Of a long match the plan knows
//! the first starts only; a [`RepeatFinder`] looks at the others when games come to them.
//!
//! Jobs are numbered from 1 in the order in which a schedule returns them, without a gap; so a number names a
//! game, and "everything up to number n" is a beginning of the run. The bots that joined or were withdrawn
//! after a run had begun, and the bounds that were raised, are in the plan as changes after the number of a
//! game: they add games and change none.
//!
//! A start with its dice is played once for each way to seat the bots: two games make a pair, all rotations
//! of a ludo game a block. A match of two ([`head_to_head`]) is decided by a pure rule on the longest
//! unbroken beginning of finished pairs in schedule order; later games don't count. Tuning plays a bot
//! against itself, one batch for each iteration of SPSA (simultaneous perturbation stochastic approximation):
//! its two sides are the bots `NAME+` and `NAME-` of the plan, and their parameter values are part of the
//! job.
//!
//! Begin at [`Plan`]; each [`Format`] has its own module, and `docs/adding-a-format.md` says what a new one
//! needs. This crate must not know bots' files, processes or the store.

mod batches;
mod blocks;
mod completed_games;
mod deals;
mod disqualification;
pub mod exam;
mod fixed;
mod formats;
mod gauntlet;
mod groups;
pub mod head_to_head;
mod job_queue;
mod plan;
mod round_robin;
mod rounds;
mod seeds;
pub mod swiss;
pub mod tune;
mod verifier;

use std::collections::BTreeMap;

use referee_record::{Job, Outcome};

pub use completed_games::CompletedGames;
pub use deals::RepeatFinder;
pub use disqualification::Disqualification;
pub use job_queue::{Attempt, JobQueue, SkippedJob};
pub use plan::game_config::{Entrant, GameConfig, Starts};
pub use plan::{Format, Plan, PlanChange, PlanError, RaiseError};
pub use rounds::pairings;
pub use verifier::{FollowError, Rest, ScheduleVerifier};

/// A format: returns the jobs of a tournament one after the other, each once.
///
/// Its choices are a function of its plan and of finished batches of games, never of the order in which
/// outcomes arrive: so an interrupted run plays the same games as one that wasn't interrupted.
pub trait Schedule: Send {
    /// Returns the next job, numbered one higher than the last, or None if there is none now: either the
    /// schedule waits for outcomes, or it has [`finished`], or it lacks a finder of starts.
    ///
    /// [`finished`]: Schedule::finished
    fn next(&mut self) -> Option<Job>;

    /// Lets a finder look at the starts that the plan doesn't know, if there are any: see [`Distinct::foreseen`].
    ///
    /// [`Distinct::foreseen`]: head_to_head::Distinct::foreseen
    fn find_starts_by(&mut self, _finder: Box<dyn RepeatFinder>) {}

    /// Records how a job was settled: once for each job, in any order, and when a run is resumed also before
    /// [`Schedule::next`] returned it. The outcome may be void.
    fn record(&mut self, outcome: &Outcome);

    /// Records that a job, which [`Schedule::next`] returned just now, will never be played, since these of
    /// its bots have left, some of which were parked.
    fn skip(&mut self, _job: &Job, _gone: &[String], _parked: &[String]) {}

    /// Returns true if no more jobs will follow, whatever is recorded.
    fn finished(&self) -> bool;

    /// Returns the number of jobs in total, if it is known beforehand.
    fn size(&self) -> Option<u64>;

    /// Returns the largest possible number of jobs if no bot joins later; None if it isn't known.
    fn most(&self) -> Option<u64> {
        self.size()
    }

    /// Continues after the job with this number without creating those before it, if no outcome could change
    /// them; otherwise does nothing and returns false.
    fn pass(&mut self, _number: u64) -> bool {
        false
    }

    /// Returns, for each bot that takes part, what decides ranks before points per game; empty for formats in
    /// which nothing does.
    fn tie_breaks(&self) -> BTreeMap<String, TieBreak> {
        BTreeMap::new()
    }

    /// Returns true if no open game matters any more: games in play may be aborted.
    fn ended(&self) -> bool {
        false
    }

    /// Returns the job with this number if it may have been issued before the schedule [`ended`], though it
    /// isn't issued now.
    ///
    /// [`ended`]: Schedule::ended
    fn late(&mut self, _number: u64) -> Option<Job> {
        None
    }

    /// Returns what the format has found out so far.
    fn results(&self) -> FormatResults<'_> {
        FormatResults::Ranks
    }

    /// Returns notes for users about the course so far, a sentence each: byes, an early end.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the pairings, if they depend on results.
    fn pairings(&self) -> Option<pairings::Pairings> {
        None
    }
}

/// What a format finds out.
#[derive(Clone, Copy, Debug)]
pub enum FormatResults<'a> {
    /// The ranks of its bots: by [`Schedule::tie_breaks`] and by points.
    Ranks,
    /// Which of two bots is stronger.
    Match(&'a head_to_head::PairResults),
    /// The parameters with which a bot is strongest.
    Tuning(&'a tune::TuningState),
}

impl<'a> FormatResults<'a> {
    /// Returns the results of a match of two bots.
    pub fn pairs(self) -> Option<&'a head_to_head::PairResults> {
        match self {
            FormatResults::Match(pairs) => Some(pairs),
            FormatResults::Ranks | FormatResults::Tuning(_) => None,
        }
    }
}

/// Values by which a format ranks a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TieBreak {
    /// Compared one after the other, higher is better. If all are equal, points per game decide.
    pub keys: Vec<i64>,
    /// Name and value of each for display, such as `("Buchholz", "12.5")`.
    pub shown: Vec<(&'static str, String)>,
}
