//! Verifies a finished or interrupted run: checks that its records belong to the schedule.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use referee_record::{Job, JobId, Outcome};
use thiserror::Error;

use crate::RepeatFinder;
use crate::job_queue::{Advance, Attempt, JobQueue};
use crate::plan::{Plan, PlanError};

/// Generates a schedule again and compares the outcomes of a run with it, one by one.
pub struct ScheduleVerifier {
    queue: JobQueue,
    /// By number, the job and next attempt of games without an outcome so far.
    waiting: HashMap<u64, (JobId, u32)>,
    /// Games of bots that have left, which were either played before that or never; with their next attempt.
    perhaps: BTreeMap<u64, (Job, Vec<String>, u32)>,
}

/// The part of a schedule after the last outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rest {
    /// Number of games that the schedule can name by now and that have no outcome; 0 for a finished run.
    pub missing: u64,
    /// Games that the schedule skips, since one of their bots has left.
    pub skipped: BTreeSet<u64>,
}

/// Why an outcome doesn't belong to a run.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FollowError {
    /// The schedule has no such job at that number.
    #[error(
        "game {number} (job {id}) isn't in the schedule of this configuration and master seed; \
         either the record or the configuration was changed"
    )]
    Stranger {
        /// Number of the game in the record.
        number: u64,
        /// Id of the job.
        id: JobId,
    },
    /// The job already has a final outcome.
    #[error("game {number} (job {id}) is recorded once more after it was settled")]
    Repeated {
        /// Number of the game in the record.
        number: u64,
        /// Id of the job.
        id: JobId,
    },
    /// The job is in the schedule, but the attempt isn't the next one.
    #[error(
        "game {number} (job {id}): attempt {attempt} is recorded, but no void game before it asked \
         for one"
    )]
    Attempt {
        /// Number of the game in the record.
        number: u64,
        /// Id of the job.
        id: JobId,
        /// Number of the attempt in the record.
        attempt: u32,
    },
}

impl ScheduleVerifier {
    /// Starts at the beginning of the plan's schedule; returns an error if the plan can't be played.
    pub fn new(plan: &Plan) -> Result<ScheduleVerifier, PlanError> {
        Ok(ScheduleVerifier {
            queue: JobQueue::new(plan)?,
            waiting: HashMap::new(),
            perhaps: BTreeMap::new(),
        })
    }

    /// Lets a finder look at the starts that the plan doesn't know; without it their games aren't in the schedule.
    pub fn find_starts_by(&mut self, finder: Box<dyn RepeatFinder>) {
        self.queue.find_starts_by(finder);
    }

    /// Checks and records the next outcome of the run; returns an error if it doesn't belong to the run, and
    /// then doesn't count it.
    pub fn admit(&mut self, outcome: &Outcome) -> Result<(), FollowError> {
        let (number, id, attempt) = (outcome.number, outcome.id, outcome.attempt);
        let size = self.queue.schedule().size();
        if size.is_none_or(|size| number <= size) {
            self.reach(number);
        }
        match self.next_attempt(number) {
            None if self.queue.settled().contains(number) => {
                Err(FollowError::Repeated { number, id })
            }
            Some((expected, next)) if expected == id && next == attempt => {
                let waiting = self.waiting.remove(&number);
                match self.perhaps.get_mut(&number) {
                    Some((_, _, next)) if outcome.again => *next = attempt + 1,
                    Some(_) => drop(self.perhaps.remove(&number)),
                    None if outcome.again && waiting.is_some() => {
                        self.waiting.insert(number, (id, attempt + 1));
                    }
                    None => {}
                }
                self.queue.record(outcome);
                Ok(())
            }
            Some((expected, _)) if expected == id => Err(FollowError::Attempt {
                number,
                id,
                attempt,
            }),
            _ => Err(FollowError::Stranger { number, id }),
        }
    }

    fn next_attempt(&self, number: u64) -> Option<(JobId, u32)> {
        let perhaps = self.perhaps.get(&number);
        let waiting = self.waiting.get(&number).copied();
        waiting.or_else(|| perhaps.map(|(job, _, next)| (job.id, *next)))
    }

    /// Lets the schedule issue its jobs up to this number, as far as it can.
    fn reach(&mut self, number: u64) {
        while self.next_attempt(number).is_none() && !self.queue.settled().contains(number) {
            match self.queue.advance() {
                Some(Advance::Play(Attempt { job, attempt })) => {
                    self.waiting.insert(job.number, (job.id, attempt));
                }
                // A game of a parked bot was never played, one of a withdrawn bot perhaps before it left.
                Some(Advance::Gone(job, gone))
                    if gone.iter().any(|bot| self.queue.parks(bot, job.number)) =>
                {
                    self.queue.pass_over(&job, gone);
                }
                Some(Advance::Gone(job, gone)) => {
                    self.perhaps.insert(job.number, (job, gone, 1));
                }
                // The schedule waits either for games that were played before their bots left, or for those
                // that never were: it can only wait for the lowest numbers.
                None => {
                    if let Some((_, (job, gone, _))) = self.perhaps.pop_first() {
                        self.queue.pass_over(&job, gone);
                        continue;
                    }
                    if let Some(job) = self.queue.late(number) {
                        self.waiting.insert(number, (job.id, 1));
                    }
                    break;
                }
            }
        }
    }

    /// Returns what is left of the schedule after the last outcome.
    pub fn finish(mut self) -> Rest {
        if let Some(size) = self.queue.schedule().size()
            && self.queue.nobody_leaves()
        {
            let missing = size.saturating_sub(self.queue.settled().len());
            let skipped = BTreeSet::new();
            return Rest { missing, skipped };
        }
        for (job, gone, _) in std::mem::take(&mut self.perhaps).into_values() {
            self.queue.pass_over(&job, gone);
        }
        if self.queue.schedule().ended() {
            return Rest {
                missing: 0,
                skipped: BTreeSet::new(),
            };
        }
        // A void game that waits for another attempt is issued once more.
        let waiting = &self.waiting;
        let fresh = std::iter::from_fn(|| self.queue.issue())
            .filter(|task| !waiting.contains_key(&task.job.number));
        let missing = waiting.len() as u64 + fresh.count() as u64;
        let skips = self.queue.skips().into_iter();
        Rest {
            missing,
            skipped: skips.map(|skip| skip.number).collect(),
        }
    }
}
