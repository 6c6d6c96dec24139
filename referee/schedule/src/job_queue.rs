//! Issues jobs: every game once, and void games again.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use referee_record::{Job, JobId, Outcome};

use crate::disqualification::Disqualification;
use crate::plan::{Plan, PlanError};
use crate::{CompletedGames, RepeatFinder, Schedule};

/// One attempt at a job.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The job to play.
    pub job: Job,
    /// Number of the attempt, from 1; it is part of the game's record.
    pub attempt: u32,
}

/// A job that is finished without a record, since one of its bots has left.
///
/// A bot has left if it was withdrawn or parked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedJob {
    /// Number of the game.
    pub number: u64,
    /// Id of the job.
    pub id: JobId,
    /// Bots that have left.
    pub gone: Vec<String>,
    /// The parked ones among them; the others were withdrawn.
    pub parked: Vec<String>,
}

/// Next entry of the schedule.
pub(crate) enum Advance {
    /// A game to play.
    Play(Attempt),
    /// A game that some of its bots, which are listed, don't play any more.
    Gone(Job, Vec<String>),
}

/// Issues the jobs of a schedule.
///
/// A job with a known outcome isn't issued, a void game is issued again as long as its outcome says `again`
/// (see `limits.tries`), and the first attempt that isn't void settles the job, however often
/// outcomes are delivered. Where bots can be parked, a game is issued only when it is decided which bots are parked in
/// it.
pub struct JobQueue {
    schedule: Box<dyn Schedule>,
    withdrawn: BTreeSet<String>,
    parking: Option<Disqualification>,
    /// Next job of the schedule, if its turn hasn't come or it isn't decided yet which bots are parked in it.
    held: Option<Job>,
    settled: CompletedGames,
    /// Jobs that are issued and not settled.
    open: HashMap<u64, Job>,
    /// Number of the last void attempt, for jobs that may be tried again.
    voids: HashMap<u64, u32>,
    /// Attempts that were taken back.
    given_back: VecDeque<Attempt>,
    /// Void games that are to be played again.
    spoilt: VecDeque<Attempt>,
    skips: Vec<SkippedJob>,
}

impl JobQueue {
    /// Creates a queue in which nothing is issued or settled; returns an error if the plan can't be played.
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
            given_back: VecDeque::new(),
            spoilt: VecDeque::new(),
            skips: Vec::new(),
        })
    }

    /// Lets a finder look at the starts that the plan doesn't know; see [`Schedule::find_starts_by`].
    pub fn find_starts_by(&mut self, finder: Box<dyn RepeatFinder>) {
        self.schedule.find_starts_by(finder);
    }

    /// Marks all jobs up to this number as settled if no outcome could change what follows; otherwise returns
    /// false, and each outcome must be recorded.
    pub fn pass(&mut self, number: u64) -> bool {
        let passed =
            self.parking.is_none() && self.settled.is_empty() && self.schedule.pass(number);
        if passed {
            self.settled = CompletedGames::up_to(number);
        }
        passed
    }

    /// Returns the next attempt to play, or None if there is none now: more may follow when outcomes arrive,
    /// unless the run has [`finished`](JobQueue::finished).
    pub fn issue(&mut self) -> Option<Attempt> {
        self.issue_first().or_else(|| self.issue_again())
    }

    /// Returns the next attempt at a game that wasn't void before, as far as this queue knows.
    pub fn issue_first(&mut self) -> Option<Attempt> {
        if self.schedule.ended() {
            return None;
        }
        if let Some(task) = unsettled(&mut self.given_back, &self.settled) {
            return Some(task);
        }
        loop {
            match self.advance()? {
                Advance::Play(task) => return Some(task),
                Advance::Gone(job, gone) => self.pass_over(&job, gone),
            }
        }
    }

    /// Returns the next attempt at a game that was void.
    pub fn issue_again(&mut self) -> Option<Attempt> {
        if self.schedule.ended() {
            return None;
        }
        unsettled(&mut self.spoilt, &self.settled)
    }

    /// Returns how many void games are still to be played again.
    pub fn spoilt(&self) -> usize {
        self.spoilt.len()
    }

    /// Takes back an issued attempt that won't be played now; it is issued next.
    pub fn give_back(&mut self, task: Attempt) {
        self.given_back.push_front(task);
    }

    /// Returns the next job of the schedule that isn't settled.
    pub(crate) fn advance(&mut self) -> Option<Advance> {
        self.advance_before(u64::MAX)
    }

    /// Returns the next job of the schedule that isn't settled, if its number is lower than `end`.
    fn advance_before(&mut self, end: u64) -> Option<Advance> {
        loop {
            let job = self.held.take().or_else(|| self.schedule.next())?;
            let number = job.number;
            if number >= end {
                self.held = Some(job);
                return None;
            }
            if self.settled.contains(number) {
                self.add_to_parking(&job);
                continue;
            }
            let parking = self.parking.as_ref();
            if parking.is_some_and(|parking| !parking.is_decided(&job)) {
                self.held = Some(job);
                return None;
            }
            self.add_to_parking(&job);
            let bots = job.seats.iter().map(|seated| seated.bot.as_str());
            let gone = bots.filter(|bot| self.withdrawn.contains(*bot) || self.parks(bot, number));
            let gone: Vec<String> = gone.map(str::to_owned).collect();
            if !gone.is_empty() {
                return Some(Advance::Gone(job, gone));
            }
            self.open.insert(number, job.clone());
            // It was void before this queue began.
            if let Some(last) = self.voids.get(&number) {
                let attempt = last + 1;
                self.spoilt.push_back(Attempt { job, attempt });
                continue;
            }
            return Some(Advance::Play(Attempt { job, attempt: 1 }));
        }
    }

    fn add_to_parking(&mut self, job: &Job) {
        if let Some(parking) = &mut self.parking {
            parking.add(job);
        }
    }

    pub(crate) fn parks(&self, bot: &str, number: u64) -> bool {
        let parking = self.parking.as_ref();
        parking.is_some_and(|parking| parking.is_parked(bot, number))
    }

    /// Settles a job that will never be played.
    pub(crate) fn pass_over(&mut self, job: &Job, gone: Vec<String>) {
        self.settled.insert(job.number);
        // A bot that was withdrawn since may be among those that have left.
        let parked = gone.iter().filter(|bot| self.parks(bot, job.number));
        let parked: Vec<String> = parked.cloned().collect();
        self.schedule.skip(job, &gone, &parked);
        if let Some(parking) = &mut self.parking {
            parking.pass_over(job);
        }
        let parked = gone.iter().filter(|bot| !self.withdrawn.contains(*bot));
        self.skips.push(SkippedJob {
            number: job.number,
            id: job.id,
            parked: parked.cloned().collect(),
            gone,
        });
    }

    /// Returns the jobs that were skipped since the last call.
    pub fn skips(&mut self) -> Vec<SkippedJob> {
        std::mem::take(&mut self.skips)
    }

    /// Returns true if no bot was withdrawn and none can be parked.
    pub(crate) fn nobody_leaves(&self) -> bool {
        self.withdrawn.is_empty() && self.parking.is_none()
    }

    /// Returns the bots that were parked so far, each with the number of the first game from which on it
    /// doesn't play.
    pub fn parked(&self) -> BTreeMap<String, u64> {
        let parking = self.parking.as_ref();
        parking.map_or_else(BTreeMap::new, |parking| parking.parked().clone())
    }

    /// Records an outcome of this run or of the run that it resumes, whether the job was issued or not.
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

    /// Records an outcome of the run that this one resumes, after all with lower numbers: the schedule follows, so that it
    /// holds no outcomes of games that it hasn't come to. What is left of the games before is issued first.
    pub fn record_in_order(&mut self, outcome: &Outcome) {
        while let Some(next) = self.advance_before(outcome.number) {
            match next {
                Advance::Play(task) => self.given_back.push_back(task),
                Advance::Gone(job, gone) => self.pass_over(&job, gone),
            }
        }
        self.record(outcome);
    }

    fn try_again(&mut self, number: u64, attempt: u32) {
        let last = self.voids.entry(number).or_default();
        // A void game that is delivered twice must not be played twice.
        if attempt <= *last {
            return;
        }
        *last = attempt;
        if let Some(job) = self.open.get(&number) {
            self.spoilt.push_back(Attempt {
                job: job.clone(),
                attempt: attempt + 1,
            });
        }
    }

    /// Returns the games that are settled: those with a final outcome (one that counts, or the last void one)
    /// and those that were skipped.
    pub fn settled(&self) -> &CompletedGames {
        &self.settled
    }

    /// Returns the schedule, for its information about the course of the tournament.
    pub fn schedule(&self) -> &dyn Schedule {
        &*self.schedule
    }

    /// Returns the job with this number if the schedule has ended and may have issued it before.
    pub(crate) fn late(&mut self, number: u64) -> Option<Job> {
        if self.schedule.ended() {
            self.schedule.late(number)
        } else {
            None
        }
    }

    /// Returns true if all games are issued and settled; only valid after [`JobQueue::issue`] returned None.
    pub fn finished(&self) -> bool {
        self.schedule.finished()
            && self.held.is_none()
            && (self.open.is_empty() || self.schedule.ended())
    }
}

/// Takes the first attempt whose game isn't settled.
fn unsettled(attempts: &mut VecDeque<Attempt>, settled: &CompletedGames) -> Option<Attempt> {
    while let Some(task) = attempts.pop_front() {
        if !settled.contains(task.job.number) {
            return Some(task);
        }
    }
    None
}
