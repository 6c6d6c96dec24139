//! The desk of a run: jobs go out to the tables, records come in and go to the store, and what the
//! store has committed is told to the schedule and to the reporter.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use anyhow::Result;
use referee_engine::{ExecutorEvent, LocalExecutor};
use referee_output::failure::{bad_input, interrupted, machine};
use referee_output::sanitize::plain;
use referee_record::{Job, Lateness};
use referee_schedule::{Attempt, JobQueue};
use referee_store::{Announcement, DurableRecord, Run, SkippedGame, Writer};
use tokio::sync::mpsc::UnboundedReceiver;

use super::reporter::Reporter;
use super::signals::Signals;

/// Games that may wait to be written; with a disk slower than that, the tables wait too.
const BACKLOG: usize = 4096;

/// Bytes of records that may wait to be written, about; tables that have more wait with them.
const HEAVY: usize = 8 << 20;

/// Where jobs go out and records come in.
pub struct Dispatcher<'a> {
    /// What is to be played.
    pub queue: JobQueue,
    /// Where it is played.
    pub tables: LocalExecutor,
    /// Where it is kept.
    pub writer: Writer,
    /// What has been kept.
    pub kept: UnboundedReceiver<Announcement>,
    /// Who is told how it goes.
    pub reporter: &'a mut dyn Reporter,
    /// When no further game is begun.
    pub until: Option<Instant>,
    /// Games that were given to the tables and haven't come back.
    pub playing: usize,
    /// Games that came back and aren't kept so far.
    pub waiting: usize,
    /// How much memory these take.
    pub weight: usize,
    /// Whether what isn't kept so far isn't waited for, since somebody interrupted it twice.
    pub at_once: bool,
}

/// Why a desk was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DispatchEnd {
    /// All is played.
    Done,
    /// The time for the run is over.
    TimeUp,
    /// Somebody interrupted it.
    Interrupted,
}

/// What the desk waits for.
enum Next {
    Game(Option<ExecutorEvent>),
    Kept(Option<Announcement>),
    Signal,
    Time,
}

impl Dispatcher<'_> {
    /// Until all is played, or the time is up, or somebody interrupts it.
    pub async fn serve(&mut self, signals: &mut Signals) -> Result<DispatchEnd> {
        let mut closed = None;
        loop {
            if closed.is_none() {
                self.hand_out()?;
                if self.queue.schedule().ended() {
                    // What is still in play can't change anything.
                    self.tables.stop();
                    closed = Some(DispatchEnd::Done);
                }
            }
            if self.playing == 0 && self.waiting == 0 {
                return Ok(closed.unwrap_or(DispatchEnd::Done));
            }
            let time = async {
                match self.until.filter(|_| closed.is_none()) {
                    Some(until) => tokio::time::sleep_until(until.into()).await,
                    None => std::future::pending().await,
                }
            };
            let next = tokio::select! {
                event = self.tables.next(), if self.playing > 0 && self.weight < HEAVY => Next::Game(event),
                kept = self.kept.recv() => Next::Kept(kept),
                () = signals.come() => Next::Signal,
                () = time => Next::Time,
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
                Next::Time => closed = Some(DispatchEnd::TimeUp),
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

    /// Keeps one game waiting for each that is being played, so that no table is ever idle.
    fn hand_out(&mut self) -> Result<()> {
        while self.playing < 2 * self.tables.tables() && self.waiting < BACKLOG {
            let task = self.queue.issue();
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
            self.tables.submit(job, attempt, earlier);
            self.playing += 1;
        }
        Ok(())
    }

    /// What made the attempts before void, as far as a seat was late in them; that matters to the last one.
    fn earlier(&self, job: &Job, attempt: u32) -> Result<Vec<Lateness>> {
        if attempt == 1 || attempt < job.limits.tries {
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
        self.playing -= 1;
        match event {
            Some(ExecutorEvent::Finished(record)) => {
                self.waiting += 1;
                self.weight += record.weight();
                self.writer.submit(*record);
                Ok(())
            }
            Some(ExecutorEvent::GivenUp) => Ok(()),
            Some(ExecutorEvent::Failed(error)) => Err(bad_input(error)),
            None => Err(machine(
                "all tables have ended; this is a bug of the referee",
            )),
        }
    }

    /// Tells of a game, which outlasts a power cut from now on.
    fn tell(&mut self, game: &DurableRecord) {
        self.waiting -= 1;
        self.weight -= game.record.weight();
        let number = game.outcome.number;
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
}

/// Why a run can't go on that has played what is in its results.
fn already_there(games: &[(u64, u32)]) -> String {
    let (number, attempt) = games.first().copied().unwrap_or_default();
    format!(
        "game {number}, attempt {attempt}, was played and is in the results already: another program has \
         written there, or this is a bug; check them with `referee verify`, then give the same command again"
    )
}

/// When a run that may take so many minutes from now has to end.
pub fn deadline(minutes: Option<NonZeroU32>) -> Option<Instant> {
    let seconds = 60 * u64::from(minutes?.get());
    Instant::now().checked_add(Duration::from_secs(seconds))
}
