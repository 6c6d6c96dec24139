//! A rehearsal: one bot alone is told again what was told in a recorded game, byte for byte.

mod at_once;
mod in_step;

use referee_games::{Position, Rules, StateError};
use referee_protocol::ToBot;
use referee_record::{BotMeasure, Limits, Record, TranscriptHash};
use thiserror::Error;

use crate::deal::{DealError, rules_of};
use crate::player::{ConnectedBot, Player};
use crate::process::{BotProcess, SpawnError};
use crate::process_scope::ProcessScope;
use crate::program::Program;
use crate::seat_messages::MessageSink;
use crate::transcript::{Answered, SeatTranscript, TranscriptTurn};

/// How the bot is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReplayMode {
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
    Start(#[from] DealError),
    /// A state line of the script can't be read.
    #[error("state: {0}")]
    Read(#[from] StateError),
}

/// What somebody who watches a rehearsal is told.
pub enum ReplayEvent<'a> {
    /// The bot is ready, or why it isn't.
    Greeted(Result<(), &'a str>),
    /// It waits for the question of this ply; its process has this number.
    Waits(u32, usize),
    /// It answered, the same as then or not.
    Answered(&'a TranscriptTurn, &'a Answered, bool),
}

/// What becomes of a rehearsal.
#[derive(Debug)]
pub struct Rehearsed {
    /// Whether the answers were those of then, all of them.
    pub same: bool,
    /// What the bot was told, counted as the record counts it.
    pub hash: TranscriptHash,
    /// Why it stopped before its end, if it did.
    pub stopped: Option<String>,
    /// The bot's stderr and how it ended.
    pub bot: BotMeasure,
}

/// A bot alone with a script.
pub struct TranscriptReplay<'a> {
    program: &'a Program,
    scope: &'a ProcessScope,
    script: &'a SeatTranscript,
    limits: Limits,
    rules: Box<dyn Rules>,
    way: ReplayMode,
    stop_at: Option<usize>,
}

/// Where a rehearsal stands.
struct ReplayState<'a, 'w> {
    player: Player,
    same: bool,
    stopped: Option<String>,
    watcher: &'w mut dyn FnMut(ReplayEvent<'_>) -> bool,
    replay: &'a TranscriptReplay<'a>,
}

impl<'a> TranscriptReplay<'a> {
    /// A rehearsal of the script of a record. With `stop_at` it waits before the question of that
    /// ply, and from there on no time limit holds.
    pub fn new(
        program: &'a Program,
        scope: &'a ProcessScope,
        (record, script): (&Record, &'a SeatTranscript),
        way: ReplayMode,
        stop_at: Option<usize>,
    ) -> Result<TranscriptReplay<'a>, RehearsalError> {
        let job = &record.played.job;
        let seat = job.seats.iter().position(|chair| chair.seat == script.seat);
        Ok(TranscriptReplay {
            program,
            scope,
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
        watcher: &mut dyn FnMut(ReplayEvent<'_>) -> bool,
    ) -> Result<Rehearsed, RehearsalError> {
        let process = BotProcess::start(self.program, &self.limits, self.scope)?;
        let seat = self.script.seat;
        let mut stage = ReplayState {
            player: Player::new(ConnectedBot::new(process), seat, &self.limits, None),
            same: true,
            stopped: None,
            watcher,
            replay: self,
        };
        match self.way {
            ReplayMode::InStep | ReplayMode::Pace => stage.in_step()?,
            ReplayMode::AtOnce => stage.at_once()?,
        }
        Ok(stage.finish())
    }

    fn position(&self, asked: &TranscriptTurn) -> Result<Box<dyn Position>, RehearsalError> {
        Ok(self.rules.read(&asked.state)?)
    }
}

impl ReplayState<'_, '_> {
    /// Notes whether an answer is that of then; whether the watcher wants to go on.
    fn answered(&mut self, asked: &TranscriptTurn, now: &Answered, same: bool) -> bool {
        self.same &= same;
        (self.watcher)(ReplayEvent::Answered(asked, now, same))
    }

    fn stop(&mut self, why: impl Into<String>) {
        self.stopped.get_or_insert(why.into());
    }

    /// The bot may leave; what it was told is counted before `quit`.
    fn finish(mut self) -> Rehearsed {
        self.player.heard_all();
        let hash = self.player.measure.told.unwrap_or_default();
        let grace = std::time::Duration::from_millis(self.replay.limits.grace_ms);
        let bot = if self.stopped.is_some() {
            self.player.kill()
        } else {
            if self.replay.way != ReplayMode::AtOnce {
                self.player.tell(&ToBot::Quit);
            }
            self.player.dismiss(grace)
        };
        self.replay.scope.end_strays();
        Rehearsed {
            same: self.same && self.stopped.is_none(),
            hash,
            stopped: self.stopped,
            bot,
        }
    }
}
