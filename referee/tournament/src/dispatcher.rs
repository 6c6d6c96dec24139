//! The main loop of a run: sends jobs to the workers, passes their records to the store, and reports
//! committed games to the schedule and the reporter.

use std::future::poll_fn;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use referee_engine::{Executor, ExecutorEvent, is_failure_of_rules};
use referee_output::failure::{bad_input, interrupted, machine};
use referee_output::sanitize::plain;
use referee_record::{Job, Lateness, Record};
use referee_schedule::{Attempt, JobQueue};
use referee_store::{Announcement, DurableRecord, Run, SkippedGame, Writer};
use tokio::sync::Notify;
use tokio::sync::mpsc::UnboundedReceiver;

use super::pace::Pace;
use super::reporter::Reporter;
use super::retries::Retries;
use super::signals::Signals;
use crate::results::quoted;

/// Games that may wait to be written; if the disk is slower than that, the workers wait too.
const BACKLOG: usize = 4096;

/// Approximate bytes of records that may wait to be written; beyond that, workers that have finished games
/// wait too.
const HEAVY: usize = 8 << 20;

/// Games in a row that are void because their rules failed, after which a run ends.
const FAILURES_OF_RULES: u32 = 3;

/// Dispatches jobs and collects records.
pub(crate) struct Dispatcher<'a> {
    /// Jobs that are still to be played.
    pub queue: JobQueue,
    /// Workers that play the games.
    pub tables: Box<dyn Executor>,
    /// Decides when void games are played again.
    pub retries: Retries,
    /// Writer of the store.
    pub writer: Writer,
    /// Announcements of the store, such as games that are now kept.
    pub kept: UnboundedReceiver<Announcement>,
    /// Receives the progress of the run.
    pub reporter: &'a mut dyn Reporter,
    /// How fast games begin.
    pub pace: Pace,
    /// Notified if no game is to begin any more.
    pub no_more: Arc<Notify>,
    /// Time after which no new game begins.
    pub until: Option<Instant>,
    /// Games that were submitted to the workers and are still out.
    pub playing: usize,
    /// Games that came back and aren't committed yet.
    pub waiting: usize,
    /// Approximate memory of the waiting games, in bytes.
    pub weight: usize,
    /// Games in a row whose rules failed.
    pub failed_rules: u32,
    /// Set after a second interrupt: games that aren't committed yet are not waited for.
    pub at_once: bool,
}

/// Why a dispatcher stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DispatchEnd {
    /// All games are played.
    Done,
    /// The time for the run is up.
    TimeUp,
    /// The run was interrupted by a signal.
    Interrupted,
}

/// Next event for the dispatcher.
enum Next {
    Game(Option<ExecutorEvent>),
    Kept(Option<Announcement>),
    Signal,
    Time,
    Look,
    Begin,
}

impl Dispatcher<'_> {
    /// Runs until all games are played, the time is up or a signal interrupts the run. Returns an error if
    /// the store, a game or the machine fails, or at a second interrupt.
    pub(crate) async fn serve(&mut self, signals: &mut Signals) -> Result<DispatchEnd> {
        let mut closed = None;
        loop {
            if closed.is_none() {
                self.hand_out()?;
                if self.queue.schedule().ended() {
                    // Games still in play can't change the result.
                    self.tables.stop();
                    closed = Some(DispatchEnd::Done);
                }
            }
            let left = if closed.is_none() {
                self.queue.spoilt()
            } else {
                0
            };
            let idle = self.playing == 0 && self.waiting == 0;
            let paced = (self.pace.waits(Instant::now())).filter(|_| closed.is_none());
            if idle && left == 0 && paced.is_none() {
                if closed.is_none() && !self.queue.finished() {
                    return Err(machine(
                        "games are left, and none can be played; this is a bug",
                    ));
                }
                return Ok(closed.unwrap_or(DispatchEnd::Done));
            }
            self.reporter.waits(idle);
            let time = async {
                match self.until.filter(|_| closed.is_none()) {
                    Some(until) => tokio::time::sleep_until(until.into()).await,
                    None => std::future::pending().await,
                }
            };
            let due = self.retries.due(left);
            let look = async {
                match due {
                    Some(due) => tokio::time::sleep_until(due.into()).await,
                    None => std::future::pending().await,
                }
            };
            let next_begins = async {
                match paced {
                    Some(next) => tokio::time::sleep_until(next.into()).await,
                    None => std::future::pending().await,
                }
            };
            let next = tokio::select! {
                event = poll_fn(|context| self.tables.poll_event(context)), if self.playing > 0 && self.weight < HEAVY => Next::Game(event),
                kept = self.kept.recv() => Next::Kept(kept),
                () = signals.come() => Next::Signal,
                () = time => Next::Time,
                () = self.no_more.notified(), if closed.is_none() => Next::Time,
                () = look => Next::Look,
                () = next_begins => Next::Begin,
            };
            match next {
                Next::Signal if closed == Some(DispatchEnd::Interrupted) => {
                    self.at_once = true;
                    return Err(interrupted(
                        "interrupted twice: games that aren't written are played once more when the run \
                         goes on",
                    ));
                }
                Next::Signal => {
                    closed = Some(DispatchEnd::Interrupted);
                    self.tables.stop();
                    if self.waiting > 0 {
                        self.reporter.remark(
                            "interrupted: what was played is being written; once more ends it at once",
                        );
                    }
                }
                // Games in play are played to their end.
                Next::Time => {
                    closed = Some(DispatchEnd::TimeUp);
                    self.tables.no_more();
                }
                // The next game is handed out above.
                Next::Begin => {}
                Next::Look => {
                    if let Some(remark) = self.retries.look(left, idle) {
                        self.reporter.remark(&plain(&remark));
                    }
                }
                Next::Game(event) => self.take_in(event)?,
                Next::Kept(Some(Announcement::Kept(games))) => {
                    for game in &games {
                        self.tell(game);
                    }
                }
                Next::Kept(Some(Announcement::Known(games))) => {
                    return Err(machine(already_there(&games)));
                }
                Next::Kept(Some(Announcement::Failed(why))) => return Err(machine(why)),
                Next::Kept(None) => return Err(machine("the store has ended; this is a bug")),
            }
        }
    }

    /// Submits games as long as the executor has room for them.
    fn hand_out(&mut self) -> Result<()> {
        while self.playing < self.tables.window()
            && self.waiting < BACKLOG
            && self.pace.waits(Instant::now()).is_none()
        {
            let again = self.retries.issue(&mut self.queue);
            let task = again.or_else(|| self.queue.issue_first());
            for skip in self.queue.skips() {
                self.reporter.skip(1);
                self.writer.skip(SkippedGame {
                    number: skip.number,
                    id: skip.id,
                    gone: skip.gone,
                });
            }
            let Some(Attempt { job, attempt }) = task else {
                return Ok(());
            };
            let earlier = self.earlier(&job, attempt)?;
            self.pace.begins(Instant::now());
            self.tables.submit(job, attempt, earlier);
            self.playing += 1;
        }
        Ok(())
    }

    /// Reads the lateness of a seat from each earlier attempt that was void because of it.
    fn earlier(&self, job: &Job, attempt: u32) -> Result<Vec<Lateness>> {
        if attempt == 1 {
            return Ok(Vec::new());
        }
        let run = Run::open(self.writer.path()).map_err(machine)?;
        let late = |before| match run.record(job.number, Some(before)) {
            Ok(record) => record.and_then(|record| record.measured.late).map(Ok),
            Err(error) => Some(Err(machine(error))),
        };
        (1..attempt).filter_map(late).collect()
    }

    fn take_in(&mut self, event: Option<ExecutorEvent>) -> Result<()> {
        match event {
            Some(ExecutorEvent::Room) => Ok(()),
            Some(ExecutorEvent::Remark(text)) => {
                self.reporter.remark(&plain(&text));
                Ok(())
            }
            Some(ExecutorEvent::Session(session)) => {
                self.writer.session(*session);
                Ok(())
            }
            Some(ExecutorEvent::Finished(record)) => {
                self.playing -= 1;
                self.retries.came_back(record.played.job.number);
                self.waiting += 1;
                self.weight += record.weight();
                let counted = self.count_failures_of_rules(&record);
                self.writer.submit(*record);
                counted
            }
            Some(ExecutorEvent::GivenUp) => {
                self.playing -= 1;
                Ok(())
            }
            Some(ExecutorEvent::Failed(error)) => Err(bad_input(error)),
            None => Err(machine(
                "all tables have ended; this is a bug of the referee",
            )),
        }
    }

    /// Reports a game that is committed, so that it survives a power cut from now on.
    fn tell(&mut self, game: &DurableRecord) {
        self.waiting -= 1;
        self.weight -= game.record.weight();
        let number = game.outcome.number;
        self.tables.kept(number, game.record.attempt);
        self.queue.record(&game.outcome);
        if let Some(why) = &game.outcome.verdict.void {
            let why = plain(why);
            self.reporter
                .remark(&format!("game {number} is void: {why}"));
        }
        if self.queue.settled().contains(number) {
            self.reporter.step(self.queue.schedule(), &self.writer);
        }
    }

    /// Counts the games in a row whose rules have failed, in the order in which they come back: a game that was begun
    /// before the last of them was written must not come after it. Returns an error at too many.
    fn count_failures_of_rules(&mut self, record: &Record) -> Result<()> {
        // What a worker says of its own program may be otherwise on the next one.
        if record.measured.worker.is_some() {
            return Ok(());
        }
        let verdict = &record.played.verdict;
        if !is_failure_of_rules(verdict) {
            self.failed_rules = 0;
            return Ok(());
        }
        self.failed_rules += 1;
        self.retries.rules_failed();
        if self.failed_rules < FAILURES_OF_RULES {
            return Ok(());
        }
        let run = quoted(self.writer.path());
        let (number, attempt) = (record.played.job.number, record.attempt);
        let why = plain(verdict.void.as_deref().unwrap_or_default());
        Err(machine(format!(
            "{why}\nThe program that holds the rules failed in {FAILURES_OF_RULES} games in a row: `referee why {run} \
             {number} --attempt {attempt}` shows the last. With the program as it is the same command goes on; once \
             it is mended, begin anew by --new"
        )))
    }
}

/// Explains that games that were just played are already in the results, which stops the run.
fn already_there(games: &[(u64, u32)]) -> String {
    let (number, attempt) = games.first().copied().unwrap_or_default();
    format!(
        "game {number}, attempt {attempt}, was played and is in the results already: another program has \
         written there, or this is a bug; check them with `referee verify`, then give the same command again"
    )
}

/// Returns the time at which a run of so many minutes from now has to end.
pub(crate) fn deadline(minutes: Option<NonZeroU32>) -> Option<Instant> {
    let seconds = 60 * u64::from(minutes?.get());
    Instant::now().checked_add(Duration::from_secs(seconds))
}
