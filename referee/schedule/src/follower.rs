//! Following a finished or interrupted run: do its records belong to the schedule?

use std::collections::HashMap;

use referee_record::{JobId, Record};
use thiserror::Error;

use crate::{Issuer, Schedule};

/// Generates a schedule anew and compares the records of a run with it, one by one.
pub struct Follower {
    issuer: Issuer,
    /// Games without a record so far, and their numbers.
    waiting: HashMap<(JobId, u32), u64>,
}

/// Why a record doesn't belong to a run.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FollowError {
    /// The schedule has no such job.
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
    /// The job has a record that counts already.
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
    /// The job is another game of the schedule.
    #[error("game {number} (job {id}): by the schedule this is game {expected}")]
    Number {
        /// The game's number, as the record says.
        number: u64,
        /// The job.
        id: JobId,
        /// The game's number in the schedule.
        expected: u64,
    },
}

impl Follower {
    /// From a schedule that has issued nothing so far.
    pub fn new(schedule: impl Schedule + 'static) -> Follower {
        Follower {
            issuer: Issuer::new(schedule),
            waiting: HashMap::new(),
        }
    }

    /// Takes in the next record of the run, or says why it can't be one; then it isn't counted.
    pub fn admit(&mut self, record: &Record) -> Result<(), FollowError> {
        let job = &record.played.job;
        let key = (job.id, record.attempt);
        while !self.waiting.contains_key(&key) {
            let Some(task) = self.issuer.issue() else {
                return Err(self.refuse(record));
            };
            let (id, attempt) = (task.job.id, task.attempt);
            self.waiting.insert((id, attempt), task.job.number);
        }
        let (number, id) = (job.number, job.id);
        if let Some(&expected) = self.waiting.get(&key)
            && expected != number
        {
            return Err(FollowError::Number {
                number,
                id,
                expected,
            });
        }
        self.waiting.remove(&key);
        self.issuer.record(record);
        Ok(())
    }

    fn refuse(&self, record: &Record) -> FollowError {
        let (number, id) = (record.played.job.number, record.played.job.id);
        let attempt = record.attempt;
        if self.issuer.is_settled(id) {
            FollowError::Repeated { number, id }
        } else if self.waiting.keys().any(|(waiting, _)| *waiting == id) {
            FollowError::Attempt {
                number,
                id,
                attempt,
            }
        } else {
            FollowError::Stranger { number, id }
        }
    }

    /// How many games that the schedule can name by now have no record; 0 for a finished run.
    pub fn missing(mut self) -> u64 {
        if let Some(size) = self.issuer.size() {
            return size.saturating_sub(self.issuer.settled());
        }
        let issued = self.waiting.len() as u64;
        issued + std::iter::from_fn(|| self.issuer.issue()).count() as u64
    }
}
