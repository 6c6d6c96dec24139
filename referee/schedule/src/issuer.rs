//! Issuing jobs: every game once, and void ones again.

use std::collections::{HashMap, HashSet, VecDeque};

use referee_record::{Job, JobId, Record};

use crate::Schedule;

/// One attempt at a job.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// What is to be played.
    pub job: Job,
    /// Which attempt it is, from 1; the record of the game carries it.
    pub attempt: u32,
}

/// Hands out the jobs of a schedule.
///
/// A job whose record is known isn't issued, a void one is issued again until `limits.tries` is
/// reached, and the first attempt that isn't void settles it, however often records are delivered.
pub struct Issuer {
    schedule: Box<dyn Schedule>,
    settled: HashSet<JobId>,
    /// Issued, and not settled.
    open: HashSet<JobId>,
    /// The last void attempt of jobs that may be tried again.
    voids: HashMap<JobId, u32>,
    again: VecDeque<Task>,
}

impl Issuer {
    /// Nothing is issued or settled so far.
    pub fn new(schedule: impl Schedule + 'static) -> Issuer {
        Issuer {
            schedule: Box::new(schedule),
            settled: HashSet::new(),
            open: HashSet::new(),
            voids: HashMap::new(),
            again: VecDeque::new(),
        }
    }

    /// The next attempt to play, or nothing now: more may come when records do, unless the run has
    /// [`finished`](Issuer::finished).
    pub fn issue(&mut self) -> Option<Task> {
        while let Some(task) = self.again.pop_front() {
            if !self.is_settled(task.job.id) {
                return Some(task);
            }
        }
        while let Some(job) = self.schedule.next() {
            if !self.is_settled(job.id) {
                self.open.insert(job.id);
                let attempt = self.voids.get(&job.id).map_or(1, |last| last + 1);
                return Some(Task { job, attempt });
            }
        }
        None
    }

    /// Takes in a record: of this run or of the one that it resumes, issued already or not.
    pub fn record(&mut self, record: &Record) {
        let job = &record.played.job;
        if self.is_settled(job.id) {
            return;
        }
        if record.played.verdict.void.is_some() && record.attempt < job.limits.tries {
            self.try_again(job, record.attempt);
        } else {
            self.settled.insert(job.id);
            self.open.remove(&job.id);
            self.voids.remove(&job.id);
            self.schedule.record(record);
        }
    }

    fn try_again(&mut self, job: &Job, attempt: u32) {
        let last = self.voids.entry(job.id).or_default();
        // A void game that is delivered twice must not be played twice.
        if attempt <= *last {
            return;
        }
        *last = attempt;
        if self.open.contains(&job.id) {
            self.again.push_back(Task {
                job: job.clone(),
                attempt: attempt + 1,
            });
        }
    }

    /// Whether a job has its record: the one that counts, or its last void one.
    pub fn is_settled(&self, id: JobId) -> bool {
        self.settled.contains(&id)
    }

    /// How many jobs have their record.
    pub fn settled(&self) -> u64 {
        self.settled.len() as u64
    }

    /// How many jobs there are in all, where that is known beforehand.
    pub fn size(&self) -> Option<u64> {
        self.schedule.size()
    }

    /// Whether everything is issued and settled; true only after [`Issuer::issue`] gave nothing.
    pub fn finished(&self) -> bool {
        self.schedule.finished() && self.open.is_empty()
    }
}
