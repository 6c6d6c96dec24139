//! Following a finished or interrupted run: do its records belong to the schedule?

use std::collections::{BTreeMap, HashMap};

use referee_record::{Job, JobId, Outcome};
use thiserror::Error;

use crate::issuer::{Advance, Issuer, Task};
use crate::plan::{Plan, PlanError};

/// Generates a schedule anew and compares the outcomes of a run with it, one by one.
pub struct Follower {
    issuer: Issuer,
    /// Games without an outcome so far: their next attempt.
    waiting: HashMap<u64, (JobId, u32)>,
    /// Games of bots that have left: played before that, or never.
    perhaps: BTreeMap<u64, (Job, Vec<String>)>,
}

/// Why an outcome doesn't belong to a run.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FollowError {
    /// The schedule has no such job there.
    #[error(
        "game {number} (job {id}) isn't in the schedule of this configuration and master seed; \
         either the record or the configuration was changed"
    )]
    Stranger {
        /// The game's number, as the record says.
        number: u64,
        /// The job.
        id: JobId,
    },
    /// The job has an outcome that counts already.
    #[error("game {number} (job {id}) is recorded once more after it was settled")]
    Repeated {
        /// The game's number, as the record says.
        number: u64,
        /// The job.
        id: JobId,
    },
    /// The job is in the schedule, but this isn't its turn of tries.
    #[error(
        "game {number} (job {id}): attempt {attempt} is recorded, but no void game before it asked \
         for one"
    )]
    Attempt {
        /// The game's number, as the record says.
        number: u64,
        /// The job.
        id: JobId,
        /// What the record says.
        attempt: u32,
    },
}

impl Follower {
    /// From the beginning of the plan's schedule.
    pub fn new(plan: &Plan) -> Result<Follower, PlanError> {
        Ok(Follower {
            issuer: Issuer::new(plan)?,
            waiting: HashMap::new(),
            perhaps: BTreeMap::new(),
        })
    }

    /// Takes in the next outcome of the run, or says why it can't be one; then it isn't counted.
    pub fn admit(&mut self, outcome: &Outcome) -> Result<(), FollowError> {
        let (number, id, attempt) = (outcome.number, outcome.id, outcome.attempt);
        let size = self.issuer.schedule().size();
        if size.is_none_or(|size| number <= size) {
            self.reach(number);
        }
        match self.next_attempt(number) {
            None if self.issuer.settled().contains(number) => {
                Err(FollowError::Repeated { number, id })
            }
            Some((expected, next)) if expected == id && next == attempt => {
                self.perhaps.remove(&number);
                self.waiting.remove(&number);
                if outcome.again {
                    self.waiting.insert(number, (id, attempt + 1));
                }
                self.issuer.record(outcome);
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
        waiting.or_else(|| perhaps.map(|(job, _)| (job.id, 1)))
    }

    /// Has the schedule issue its jobs up to this number, as far as it can.
    fn reach(&mut self, number: u64) {
        while self.next_attempt(number).is_none() && !self.issuer.settled().contains(number) {
            match self.issuer.advance() {
                Some(Advance::Play(Task { job, attempt })) => {
                    self.waiting.insert(job.number, (job.id, attempt));
                }
                Some(Advance::Gone(job, gone)) => {
                    self.perhaps.insert(job.number, (job, gone));
                }
                // It waits for games that were played before their bots left, or for those that
                // never were: the lowest numbers are the ones that it can wait for.
                None => match self.perhaps.pop_first() {
                    Some((_, (job, gone))) => self.issuer.pass_over(&job, gone),
                    None => break,
                },
            }
        }
    }

    /// How many games that the schedule can name by now have no outcome; 0 for a finished run.
    pub fn missing(mut self) -> u64 {
        if let Some(size) = self.issuer.schedule().size()
            && self.issuer.nobody_leaves()
        {
            return size.saturating_sub(self.issuer.settled().len());
        }
        for (job, gone) in std::mem::take(&mut self.perhaps).into_values() {
            self.issuer.pass_over(&job, gone);
        }
        let issued = self.waiting.len() as u64;
        issued + std::iter::from_fn(|| self.issuer.issue()).count() as u64
    }
}
