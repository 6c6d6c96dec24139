//! A rehearsal: one bot alone is told again what was told in a recorded game, byte for byte.

mod at_once;
mod in_step;

use referee_games::{Position, ReadError, Rules};
use referee_protocol::ToBot;
use referee_record::{BotMeasure, Limits, Record, Told};
use thiserror::Error;

use crate::deal::{StartError, rules_of};
use crate::haven::Haven;
use crate::player::{Bot, Player};
use crate::process::{Process, SpawnError};
use crate::program::Program;
use crate::script::{Answered, Asked, Script};
use crate::telling::Ear;

/// How the bot is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// Each question after the answer to the last one.
    #[default]
    InStep,
    /// Likewise, and after the time that the others took then.
    Pace,
    /// Everything in one go, whatever it answers.
    AtOnce,
}

/// Why a rehearsal can't take place.
#[derive(Debug, Error)]
pub enum RehearsalError {
    /// The process can't be started.
    #[error(transparent)]
    Spawn(#[from] SpawnError),
    /// The job can't be played.
    #[error("job: {0}")]
    Start(#[from] StartError),
    /// A state line of the script can't be read.
    #[error("state: {0}")]
    Read(#[from] ReadError),
}

/// What somebody who watches a rehearsal is told.
pub enum Heard<'a> {
    /// The bot is ready, or why it isn't.
    Greeted(Result<(), &'a str>),
    /// It waits for the question of this ply; its process has this number.
    Waits(u32, usize),
    /// It answered, the same as then or not.
    Answered(&'a Asked, &'a Answered, bool),
}

/// What becomes of a rehearsal.
#[derive(Debug)]
pub struct Rehearsed {
    /// Whether the answers were those of then, all of them.
    pub same: bool,
    /// What the bot was told, counted as the record counts it.
    pub told: Told,
    /// Why it stopped before its end, if it did.
    pub stopped: Option<String>,
    /// The bot's stderr and how it ended.
    pub bot: BotMeasure,
}

/// A bot alone with a script.
pub struct Rehearsal<'a> {
    program: &'a Program,
    haven: &'a Haven,
    script: &'a Script,
    limits: Limits,
    rules: Box<dyn Rules>,
    way: Way,
    stop_at: Option<usize>,
}

/// Where a rehearsal stands.
struct Stage<'a, 'w> {
    player: Player,
    same: bool,
    stopped: Option<String>,
    watcher: &'w mut dyn FnMut(Heard<'_>) -> bool,
    rehearsal: &'a Rehearsal<'a>,
}

impl<'a> Rehearsal<'a> {
    /// A rehearsal of the script of a record. With `stop_at` it waits before the question of that
    /// ply, and from there on no time limit holds.
    pub fn new(
        program: &'a Program,
        haven: &'a Haven,
        (record, script): (&Record, &'a Script),
        way: Way,
        stop_at: Option<usize>,
    ) -> Result<Rehearsal<'a>, RehearsalError> {
        let job = &record.played.job;
        let seat = job.seats.iter().position(|chair| chair.seat == script.seat);
        Ok(Rehearsal {
            program,
            haven,
            script,
            limits: *job.limits_of(seat.unwrap_or_default()),
            rules: rules_of(job)?,
            way,
            stop_at,
        })
    }

    /// Starts the bot and tells it everything; the watcher says whether to go on.
    pub fn run(
        &self,
        watcher: &mut dyn FnMut(Heard<'_>) -> bool,
    ) -> Result<Rehearsed, RehearsalError> {
        let process = Process::start(self.program, &self.limits, self.haven)?;
        let seat = self.script.seat;
        let mut stage = Stage {
            player: Player::new(Bot::new(process), seat, &self.limits, None),
            same: true,
            stopped: None,
            watcher,
            rehearsal: self,
        };
        match self.way {
            Way::InStep | Way::Pace => stage.in_step()?,
            Way::AtOnce => stage.at_once()?,
        }
        Ok(stage.finish())
    }

    fn position(&self, asked: &Asked) -> Result<Box<dyn Position>, RehearsalError> {
        Ok(self.rules.read(&asked.state)?)
    }
}

impl Stage<'_, '_> {
    /// Notes whether an answer is that of then; whether the watcher wants to go on.
    fn answered(&mut self, asked: &Asked, now: &Answered, same: bool) -> bool {
        self.same &= same;
        (self.watcher)(Heard::Answered(asked, now, same))
    }

    fn stop(&mut self, why: impl Into<String>) {
        self.stopped.get_or_insert(why.into());
    }

    /// The bot may leave; what it was told is counted before `quit`.
    fn finish(mut self) -> Rehearsed {
        self.player.heard_all();
        let told = self.player.measure.told.unwrap_or_default();
        let grace = std::time::Duration::from_millis(self.rehearsal.limits.grace_ms);
        let bot = if self.stopped.is_some() {
            self.player.kill()
        } else {
            if self.rehearsal.way != Way::AtOnce {
                self.player.tell(&ToBot::Quit);
            }
            self.player.dismiss(grace)
        };
        self.rehearsal.haven.end_strays();
        Rehearsed {
            same: self.same && self.stopped.is_none(),
            told,
            stopped: self.stopped,
            bot,
        }
    }
}
