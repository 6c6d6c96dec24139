//! Issuing jobs: every game once, and void ones again.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use referee_record::{Job, JobId, Outcome};

use crate::disqualification::Disqualification;
use crate::plan::{Plan, PlanError};
use crate::{CompletedGames, Schedule};

/// One attempt at a job.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// What is to be played.
    pub job: Job,
    /// Which attempt it is, from 1; the record of the game carries it.
    pub attempt: u32,
}

/// A job that is finished without a record, since a bot of it has left.
///
/// A bot that was withdrawn has left, and so has one that was parked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedJob {
    /// The game's number.
    pub number: u64,
    /// The job.
    pub id: JobId,
    /// Who has left.
    pub gone: Vec<String>,
    /// Those of them who were parked; the others were withdrawn.
    pub parked: Vec<String>,
}

/// What comes next in the schedule.
pub(crate) enum Advance {
    /// A game to be played.
    Play(Attempt),
    /// One that some of its bots don't play any more.
    Gone(Job, Vec<String>),
}

/// Hands out the jobs of a schedule.
///
/// A job whose outcome is known isn't issued, a void one is issued again until `limits.tries` is
/// reached, and the first attempt that isn't void settles it, however often outcomes are delivered.
/// Where bots are parked, a game isn't issued before it is decided who plays in it.
pub struct JobQueue {
    schedule: Box<dyn Schedule>,
    withdrawn: BTreeSet<String>,
    parking: Option<Disqualification>,
    /// The next job of the schedule, where it isn't decided so far who plays in it.
    held: Option<Job>,
    settled: CompletedGames,
    /// Issued, and not settled.
    open: HashMap<u64, Job>,
    /// The last void attempt of jobs that may be tried again.
    voids: HashMap<u64, u32>,
    again: VecDeque<Attempt>,
    skips: Vec<SkippedJob>,
}

impl JobQueue {
    /// Nothing is issued or settled so far.
    pub fn new(plan: &Plan) -> Result<JobQueue, PlanError> {
        let withdrawn = plan.withdrawn().into_iter().map(str::to_owned).collect();
        Ok(JobQueue {
            schedule: plan.schedule()?,
            withdrawn,
            parking: (plan.park_after)
                .filter(|_| !plan.format.is_duel())
                .map(Disqualification::new),
            held: None,
            settled: CompletedGames::default(),
            open: HashMap::new(),
            voids: HashMap::new(),
            again: VecDeque::new(),
            skips: Vec::new(),
        })
    }

    /// Takes in that all jobs up to this number are settled, where no outcome could change what
    /// comes; else gives false, and each outcome is to be recorded.
    pub fn pass(&mut self, number: u64) -> bool {
        let passed =
            self.parking.is_none() && self.settled.is_empty() && self.schedule.pass(number);
        if passed {
            self.settled = CompletedGames::up_to(number);
        }
        passed
    }

    /// The next attempt to play, or nothing now: more may come when outcomes do, unless the run has
    /// [`finished`](Issuer::finished).
    pub fn issue(&mut self) -> Option<Attempt> {
        if self.schedule.ended() {
            return None;
        }
        while let Some(task) = self.again.pop_front() {
            if !self.settled.contains(task.job.number) {
                return Some(task);
            }
        }
        loop {
            match self.advance()? {
                Advance::Play(task) => return Some(task),
                Advance::Gone(job, gone) => self.pass_over(&job, gone),
            }
        }
    }

    /// Takes an attempt back that was issued and won't be played now; it is issued next.
    pub fn give_back(&mut self, task: Attempt) {
        self.again.push_front(task);
    }

    /// The next job of the schedule that isn't settled.
    pub(crate) fn advance(&mut self) -> Option<Advance> {
        loop {
            let job = self.held.take().or_else(|| self.schedule.next())?;
            let number = job.number;
            if self.settled.contains(number) {
                continue;
            }
            if let Some(parking) = &self.parking
                && !parking.is_decided(number)
            {
                self.held = Some(job);
                return None;
            }
            let bots = job.seats.iter().map(|chair| chair.bot.as_str());
            let gone = bots.filter(|bot| self.withdrawn.contains(*bot) || self.parks(bot, number));
            let gone: Vec<String> = gone.map(str::to_owned).collect();
            if !gone.is_empty() {
                return Some(Advance::Gone(job, gone));
            }
            let attempt = self.voids.get(&number).map_or(1, |last| last + 1);
            self.open.insert(number, job.clone());
            return Some(Advance::Play(Attempt { job, attempt }));
        }
    }

    fn parks(&self, bot: &str, number: u64) -> bool {
        let parking = self.parking.as_ref();
        parking.is_some_and(|parking| parking.is_parked(bot, number))
    }

    /// Settles a job that will never be played.
    pub(crate) fn pass_over(&mut self, job: &Job, gone: Vec<String>) {
        self.settled.insert(job.number);
        self.schedule.skip(job, &gone);
        if let Some(parking) = &mut self.parking {
            parking.pass_over(job.number);
        }
        let parked = gone.iter().filter(|bot| !self.withdrawn.contains(*bot));
        self.skips.push(SkippedJob {
            number: job.number,
            id: job.id,
            parked: parked.cloned().collect(),
            gone,
        });
    }

    /// The jobs that were passed over since this was asked last.
    pub fn skips(&mut self) -> Vec<SkippedJob> {
        std::mem::take(&mut self.skips)
    }

    /// Whether everybody who takes part plays to the end.
    pub(crate) fn nobody_leaves(&self) -> bool {
        self.withdrawn.is_empty() && self.parking.is_none()
    }

    /// Who was parked so far, and the number of the first game from which on they don't play.
    pub fn parked(&self) -> BTreeMap<String, u64> {
        let parking = self.parking.as_ref();
        parking.map_or_else(BTreeMap::new, |parking| parking.parked().clone())
    }

    /// Takes in an outcome: of this run or of the one that it resumes, issued already or not.
    pub fn record(&mut self, outcome: &Outcome) {
        let number = outcome.number;
        if self.settled.contains(number) {
            return;
        }
        if outcome.again {
            self.try_again(number, outcome.attempt);
        } else {
            self.settled.insert(number);
            self.open.remove(&number);
            self.voids.remove(&number);
            self.schedule.record(outcome);
            if let Some(parking) = &mut self.parking {
                parking.record(outcome);
            }
        }
    }

    fn try_again(&mut self, number: u64, attempt: u32) {
        let last = self.voids.entry(number).or_default();
        // A void game that is delivered twice must not be played twice.
        if attempt <= *last {
            return;
        }
        *last = attempt;
        if let Some(job) = self.open.get(&number) {
            self.again.push_back(Attempt {
                job: job.clone(),
                attempt: attempt + 1,
            });
        }
    }

    /// Which jobs have their outcome (the one that counts, or the last void one) or were passed
    /// over.
    pub fn settled(&self) -> &CompletedGames {
        &self.settled
    }

    /// The schedule, for what it knows about the course.
    pub fn schedule(&self) -> &dyn Schedule {
        &*self.schedule
    }

    /// Whether everything is issued and settled; true only after [`JobQueue::issue`] gave nothing.
    pub fn finished(&self) -> bool {
        self.schedule.finished()
            && self.held.is_none()
            && (self.open.is_empty() || self.schedule.ended())
    }
}
