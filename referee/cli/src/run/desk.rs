//! The desk of a run: jobs go out to the tables, records come in and go to the store, and what the
//! store has committed is told to schedule and screen.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use anyhow::Result;
use referee_arena::{Event, Local};
use referee_schedule::{Issuer, Task};
use referee_store::{Announcement, Kept, Skip, Writer};
use tokio::sync::mpsc::UnboundedReceiver;

use super::progress::Progress;
use super::signals::Signals;
use crate::duel::live;
use crate::exit::{bad_input, interrupted, machine};
use crate::report::text;
use crate::sinks::plain;
use crate::tune;

/// Games that may wait to be written; with a disk slower than that, the tables wait too.
const BACKLOG: usize = 4096;

/// Bytes of records that may wait to be written, about; tables that have more wait with them.
const HEAVY: usize = 8 << 20;

/// Where jobs go out and records come in.
pub struct Desk {
    /// What is to be played.
    pub issuer: Issuer,
    /// Where it is played.
    pub tables: Local,
    /// Where it is kept.
    pub writer: Writer,
    /// What has been kept.
    pub kept: UnboundedReceiver<Announcement>,
    /// How it is going.
    pub progress: Progress,
    /// Whether a match of two shows the interval that holds at any time.
    pub anytime: bool,
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
pub enum Closed {
    /// All is played.
    Done,
    /// The time for the run is over.
    TimeUp,
    /// Somebody interrupted it.
    Interrupted,
}

/// What the desk waits for.
enum Next {
    Game(Option<Event>),
    Kept(Option<Announcement>),
    Signal,
    Time,
}

impl Desk {
    /// Until all is played, or the time is up, or somebody interrupts it.
    pub async fn serve(&mut self, signals: &mut Signals) -> Result<Closed> {
        let mut closed = None;
        loop {
            if closed.is_none() {
                self.hand_out();
                if self.issuer.schedule().ended() {
                    // What is still in play can't change anything.
                    self.tables.stop();
                    closed = Some(Closed::Done);
                }
            }
            if self.playing == 0 && self.waiting == 0 {
                return Ok(closed.unwrap_or(Closed::Done));
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
                Next::Signal if closed == Some(Closed::Interrupted) => {
                    self.at_once = true;
                    return Err(interrupted(
                        "interrupted twice: games that aren't written are played once more when the run \
                         goes on",
                    ));
                }
                Next::Signal => {
                    closed = Some(Closed::Interrupted);
                    self.tables.stop();
                    if self.waiting > 0 {
                        self.progress.say(
                            "interrupted: what was played is being written; once more ends it at once",
                        );
                    }
                }
                // Games in play are played to their end.
                Next::Time => closed = Some(Closed::TimeUp),
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
    fn hand_out(&mut self) {
        while self.playing < 2 * self.tables.tables() && self.waiting < BACKLOG {
            let task = self.issuer.issue();
            for skip in self.issuer.skips() {
                self.progress.pass(1);
                self.writer.skip(Skip {
                    number: skip.number,
                    id: skip.id,
                    gone: skip.gone,
                });
            }
            let Some(Task { job, attempt }) = task else {
                return;
            };
            self.tables.submit(job, attempt);
            self.playing += 1;
        }
    }

    fn take_in(&mut self, event: Option<Event>) -> Result<()> {
        self.playing -= 1;
        match event {
            Some(Event::Finished(record)) => {
                self.waiting += 1;
                self.weight += record.weight();
                self.writer.submit(*record);
                Ok(())
            }
            Some(Event::GivenUp) => Ok(()),
            Some(Event::Trouble(trouble)) => Err(bad_input(trouble)),
            None => Err(machine(
                "all tables have ended; this is a bug of the referee",
            )),
        }
    }

    /// Tells of a game, which outlasts a power cut from now on.
    fn tell(&mut self, game: &Kept) {
        self.waiting -= 1;
        self.weight -= game.record.weight();
        let number = game.outcome.number;
        self.issuer.record(&game.outcome);
        if let Some(why) = &game.outcome.verdict.void {
            let why = plain(why);
            self.progress.say(&format!("game {number} is void: {why}"));
        }
        if self.issuer.settled().contains(number) {
            let (writer, anytime) = (&self.writer, self.anytime);
            let schedule = self.issuer.schedule();
            let (duel, tuning) = (schedule.duel(), schedule.tune());
            self.progress.step(
                || match (duel, tuning) {
                    (Some(prefix), _) => live::lines(prefix, anytime),
                    (None, Some(course)) => tune::lines(course),
                    (None, None) => writer.tallies(|tallies| text::brief(tallies.main())),
                },
                || {
                    let duel = duel.map(|prefix| live::line(prefix, anytime));
                    duel.or(tuning.map(tune::line)).unwrap_or_default()
                },
            );
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
