//! A job: one game that is to be played.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::seed::Seed;
use crate::time::TimeControl;

/// The name of a job: a hash of its place in the tournament and of what is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub Seed);

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One game that is to be played; everything in it is known before the first move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// See [`Job::identify`].
    pub id: JobId,
    /// The game's number in schedule order, from 1; not part of the id.
    pub number: u64,
    /// Where it stands in the tournament.
    pub place: Place,
    /// The game's name.
    pub game: String,
    /// Options of the game that differ from the default.
    pub options: BTreeMap<String, String>,
    /// What it starts from.
    pub start: Start,
    /// What the dice come from; shared by the games of a pair or block.
    pub dice: Seed,
    /// Who sits where, in the order of the seats.
    pub seats: Vec<Chair>,
    /// What is enforced beside the time.
    pub limits: Limits,
    /// Whether a process serves one game or more.
    pub restart: Restart,
}

/// A place in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The stage's name: `main` where there is but one.
    pub stage: String,
    /// From 1.
    pub round: u32,
    /// The bots of the pair or block, in the order of the configuration.
    pub block: Vec<String>,
    /// The number of the deal, from 1; equal numbers mean equal starts within a run.
    pub deal: u32,
    /// Which of the games of the pair or block with this deal, from 1: the rotation of the seats.
    pub rotation: u32,
    /// How many games the pair or block plays with this deal; together they are the unit of
    /// statistics.
    pub rotations: u32,
}

/// What a game starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The position before the opening.
    pub from: StartFrom,
    /// Random legal plies that are played from there.
    pub plies: u32,
    /// What a deal and the plies are drawn from.
    pub seed: Seed,
}

/// The position before the opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartFrom {
    /// The game's default start.
    Default,
    /// Drawn from the seed.
    Deal,
    /// This state line.
    State(String),
}

/// A seat and its bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chair {
    /// The seat's letter.
    pub seat: char,
    /// The bot's name in the configuration.
    pub bot: String,
    /// For the bot's own randomness; neither dice nor deal follow from it.
    pub seed: u32,
    /// The bot's time, odds included.
    pub time: TimeControl,
    /// Whether the bot belongs to those who set an exam: a fault of its own makes the game void.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub examiner: bool,
}

/// Limits of a bot's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Milliseconds until `ready`, from 1 to 3 600 000.
    #[schemars(range(min = 1, max = 3_600_000))]
    pub start_ms: u64,
    /// Milliseconds to leave after `quit`, at most 60 000.
    #[schemars(range(max = 60_000))]
    pub grace_ms: u64,
    /// Lines of chatter that are forgiven in one turn.
    pub chatter_lines: u64,
    /// Bytes of chatter that are forgiven in one turn.
    pub chatter_bytes: u64,
    /// Whether any chatter in a turn loses (`garbage`) instead.
    #[schemars(skip)]
    pub chatter_loses: bool,
    /// Bytes that are kept of the head of stderr, and as many of its tail.
    #[schemars(range(max = 1_048_576))]
    pub stderr_bytes: u64,
    /// Whether the bots are sent the legal moves.
    #[schemars(skip)]
    pub legal: bool,
    /// How often a void game is tried in all, from 1.
    #[schemars(range(min = 1))]
    pub tries: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            start_ms: 10_000,
            grace_ms: 500,
            chatter_lines: 1000,
            chatter_bytes: 1 << 20,
            chatter_loses: false,
            stderr_bytes: 8 << 10,
            legal: true,
            tries: 3,
        }
    }
}

impl Limits {
    /// Names the first limit that is out of range.
    pub fn check(&self) -> Result<(), String> {
        let ranges = [
            ("start_ms", self.start_ms, 1, 3_600_000),
            ("grace_ms", self.grace_ms, 0, 60_000),
            ("stderr_bytes", self.stderr_bytes, 0, 1 << 20),
            ("tries", self.tries.into(), 1, u32::MAX.into()),
        ];
        match ranges
            .into_iter()
            .find(|(_, n, min, max)| n < min || n > max)
        {
            Some((name, n, min, max)) => Err(format!("{name} = {n}: expected {min} to {max}")),
            None => Ok(()),
        }
    }
}

/// How long a bot's process lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Restart {
    /// A new process for every game.
    #[default]
    Game,
    /// One process plays game after game, as long as it lives.
    Never,
    /// Likewise, but a game lost by a fault of the bot's own ends the process.
    Failure,
}

impl Job {
    /// Gives the job its id: a hash of everything but the number.
    #[must_use]
    pub fn identify(mut self) -> Job {
        let number = std::mem::take(&mut self.number);
        self.id = JobId(Seed([0; 16]));
        let text = serde_json::to_vec(&self).unwrap_or_default();
        self.id = JobId(Seed::of(Sha256::new_with_prefix(text)));
        self.number = number;
        self
    }

    /// Whether the id is the one of what the job says.
    pub fn is_genuine(&self) -> bool {
        self.clone().identify().id == self.id
    }
}
