//! Following a finished or interrupted run: do its records belong to the schedule?

use std::collections::{BTreeMap, BTreeSet, HashMap};

use referee_record::{Job, JobId, Outcome};
use thiserror::Error;

use crate::job_queue::{Advance, Attempt, JobQueue};
use crate::plan::{Plan, PlanError};

/// Generates a schedule anew and compares the outcomes of a run with it, one by one.
pub struct ScheduleVerifier {
    queue: JobQueue,
    /// Games without an outcome so far: their next attempt.
    waiting: HashMap<u64, (JobId, u32)>,
    /// Games of bots that have left: played before that, or never. With their next attempt.
    perhaps: BTreeMap<u64, (Job, Vec<String>, u32)>,
}

/// What is left of a schedule behind the last outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rest {
    /// How many games that the schedule can name by now have no outcome; 0 for a finished run.
    pub missing: u64,
    /// The games that it passes over, since a bot of them has left.
    pub skipped: BTreeSet<u64>,
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

impl ScheduleVerifier {
    /// From the beginning of the plan's schedule.
    pub fn new(plan: &Plan) -> Result<ScheduleVerifier, PlanError> {
        Ok(ScheduleVerifier {
            queue: JobQueue::new(plan)?,
            waiting: HashMap::new(),
            perhaps: BTreeMap::new(),
        })
    }

    /// Takes in the next outcome of the run, or says why it can't be one; then it isn't counted.
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

    /// Has the schedule issue its jobs up to this number, as far as it can.
    fn reach(&mut self, number: u64) {
        while self.next_attempt(number).is_none() && !self.queue.settled().contains(number) {
            match self.queue.advance() {
                Some(Advance::Play(Attempt { job, attempt })) => {
                    self.waiting.insert(job.number, (job.id, attempt));
                }
                Some(Advance::Gone(job, gone)) => {
                    self.perhaps.insert(job.number, (job, gone, 1));
                }
                // It waits for games that were played before their bots left, or for those that
                // never were: the lowest numbers are the ones that it can wait for.
                None => {
                    if let Some((_, (job, gone, _))) = self.perhaps.pop_first() {
                        self.queue.pass_over(&job, gone);
                        continue;
                    }
                    let schedule = self.queue.schedule();
                    let late = schedule.late(number).filter(|_| schedule.ended());
                    if let Some(job) = late {
                        self.waiting.insert(number, (job.id, 1));
                    }
                    break;
                }
            }
        }
    }

    /// What comes behind the last outcome.
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
