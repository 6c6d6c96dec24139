//! Replays a transcript: sends one bot alone the messages of a recorded game again, byte for byte.

mod at_once;
mod in_step;

use referee_games::{Position, Rules, StateError};
use referee_protocol::ToBot;
use referee_record::{BotMeasure, Limits, Record, TranscriptHash};
use thiserror::Error;

use crate::process::bot_process::BotProcess;
use crate::process::scope::ProcessScope;
use crate::program::Program;
use crate::program::spawn_error::SpawnError;
use crate::session::player::{ConnectedBot, Player};
use crate::session::seat_messages::MessageSink;
use crate::transcript::{Answered, SeatTranscript, TranscriptTurn};

/// Order and pace of the messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReplayMode {
    /// Sends each question after the answer to the last one.
    #[default]
    InStep,
    /// Sends each question after the answer to the last one and the time that the others took in the game.
    Pace,
    /// Sends everything in one go, whatever the bot answers.
    AtOnce,
}

/// Why a replay can't take place.
#[derive(Debug, Error)]
pub enum RehearsalError {
    /// The process can't be started.
    #[error(transparent)]
    Spawn(#[from] SpawnError),
    /// A state line of the transcript can't be read.
    #[error("state: {0}")]
    Read(#[from] StateError),
}

/// Events of a replay, as its observer sees them.
pub enum ReplayEvent<'a> {
    /// The bot is ready, or the reason why it isn't.
    Greeted(Result<(), &'a str>),
    /// The bot waits for the question of a ply; holds its process id and the ply.
    Waits(u32, usize),
    /// The bot answered; true if the answer is the recorded one.
    Answered(&'a TranscriptTurn, &'a Answered, bool),
}

/// Result of a replay.
#[derive(Debug)]
pub struct Rehearsed {
    /// True if all answers were the recorded ones.
    pub same: bool,
    /// Size and hash of the sent bytes, counted as in the record.
    pub hash: TranscriptHash,
    /// Why the replay stopped before its end, if it did.
    pub stopped: Option<String>,
    /// The bot's stderr and how it ended.
    pub bot: BotMeasure,
}

/// Replays a transcript to one bot.
pub struct TranscriptReplay<'a> {
    program: &'a Program,
    scope: &'a ProcessScope,
    script: &'a SeatTranscript,
    limits: Limits,
    rules: &'a dyn Rules,
    way: ReplayMode,
    stop_at: Option<usize>,
}

/// State of a replay.
struct ReplayState<'a, 'w> {
    player: Player,
    same: bool,
    stopped: Option<String>,
    watcher: &'w mut dyn FnMut(ReplayEvent<'_>) -> bool,
    replay: &'a TranscriptReplay<'a>,
}

impl<'a> TranscriptReplay<'a> {
    /// Creates a replay of the transcript of a record. With `stop_at` it waits before the question of that
    /// ply, and from there on no time limit applies.
    pub fn new(
        program: &'a Program,
        scope: &'a ProcessScope,
        rules: &'a dyn Rules,
        (record, script): (&Record, &'a SeatTranscript),
        way: ReplayMode,
        stop_at: Option<usize>,
    ) -> TranscriptReplay<'a> {
        let job = &record.played.job;
        let seat = job
            .seats
            .iter()
            .position(|seated| seated.seat == script.seat);
        TranscriptReplay {
            program,
            scope,
            script,
            limits: *job.limits_of(seat.unwrap_or_default()),
            rules,
            way,
            stop_at,
        }
    }

    /// Starts the bot and sends it everything; the observer returns false to stop. Returns an error if the
    /// process can't be started or a state line can't be read.
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
    /// Notes if an answer is the recorded one; returns true if the observer wants to go on.
    fn answered(&mut self, asked: &TranscriptTurn, now: &Answered, same: bool) -> bool {
        self.same &= same;
        (self.watcher)(ReplayEvent::Answered(asked, now, same))
    }

    fn stop(&mut self, why: impl Into<String>) {
        self.stopped.get_or_insert(why.into());
    }

    /// Ends the bot; the sent bytes are counted before `quit`.
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
