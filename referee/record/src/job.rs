//! Describes a job: one game that is to be played.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::adjudication::Adjudication;
use crate::limits::Limits;
use crate::seed::Seed;
use crate::time::TimeControl;

/// Identifier of a job: a hash of its place in the tournament and of everything that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub Seed);

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A game to be played, with everything that is known before the first move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Hash of the job, see [`Job::identify`].
    pub id: JobId,
    /// The game's number in schedule order, from 1; not part of the id.
    pub number: u64,
    /// The game's place in the tournament.
    pub place: Place,
    /// The game's name.
    pub game: String,
    /// Hash of the program that holds the rules, in hexadecimal digits; `None` for a game that is built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Options of the game that differ from the default.
    pub options: BTreeMap<String, String>,
    /// The start of the game.
    pub start: Start,
    /// Seed of the dice; shared by the games of a pair or block.
    pub dice: Seed,
    /// The seats and their bots, in order.
    pub seats: Vec<SeatAssignment>,
    /// Limits of the bots, apart from the time.
    pub limits: Limits,
    /// How long a bot's process lives: for one game or more.
    pub restart: Restart,
    /// The treatment of bots while it isn't their turn, if the tournament sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pondering: Option<Pondering>,
    /// When the game ends before its rules end it.
    #[serde(default, skip_serializing_if = "Adjudication::is_off")]
    pub adjudicate: Adjudication,
}

/// A place in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The stage's name; `main` if there is only one.
    pub stage: String,
    /// Number of the round, from 1.
    pub round: u32,
    /// The bots of the pair or block, in the order of the configuration.
    pub block: Vec<String>,
    /// The number of the deal, from 1; equal numbers mean equal starts within a run.
    pub deal: u32,
    /// Number of the game among those of the pair or block with this deal, from 1: the rotation of the seats.
    pub rotation: u32,
    /// Number of games that the pair or block plays with this deal; together they are the unit of statistics.
    pub rotations: u32,
}

/// The start of a game: a position, and the opening plies from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The position before the opening.
    pub from: StartFrom,
    /// Number of random legal plies from there.
    pub plies: u32,
    /// Seed of the deal and of the plies.
    pub seed: Seed,
}

impl Start {
    /// A start without random plies.
    pub fn new(from: StartFrom, seed: Seed) -> Start {
        let plies = 0;
        Start { from, plies, seed }
    }
}

/// The position before the opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartFrom {
    /// The game's default start.
    Default,
    /// A deal drawn from the seed.
    Deal,
    /// This state line.
    State(String),
}

/// A seat and its bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatAssignment {
    /// The seat's letter.
    pub seat: char,
    /// The bot's name in the configuration.
    pub bot: String,
    /// Seed for the bot's own randomness; neither dice nor deal follow from it.
    pub seed: u32,
    /// The bot's time control, odds included.
    pub time: TimeControl,
    /// True for a bot of those who set an exam: its own fault makes the game void.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub examiner: bool,
    /// The bot's own limits, if they differ from the job's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// The bot's settings in this game, if they differ between games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Substitutions>,
}

/// Values by their names, which replace `{name}` in a bot's arguments and environment.
pub type Substitutions = BTreeMap<String, String>;

/// How long a bot's process lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Restart {
    /// A new process for every game.
    #[default]
    Game,
    /// One process plays all games, as long as it lives.
    Never,
    /// Like `never`, but a game that the bot loses by its own fault ends the process.
    Failure,
}

/// The treatment of a bot while it isn't its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Pondering {
    /// The bot is suspended, if the machine can do that. Default with the jail.
    Off,
    /// The bot runs and gets no messages. Default without the jail.
    Ignore,
    /// The bot runs and gets each event at once, if it asks for that. Needs a core for each seat.
    On,
}

impl SeatAssignment {
    /// Seats a bot, with the limits of the job.
    pub fn new(seat: char, bot: &str, seed: u32, time: TimeControl) -> SeatAssignment {
        SeatAssignment {
            seat,
            bot: bot.to_owned(),
            seed,
            time,
            examiner: false,
            limits: None,
            settings: None,
        }
    }
}

impl Job {
    /// Makes a game that belongs to no tournament: the only one in a stage of this name, without options, with the usual
    /// limits and a new process for each bot. It has no id yet, see [`Job::identify`].
    pub fn single(
        stage: &str,
        game: &str,
        start: Start,
        dice: Seed,
        seats: Vec<SeatAssignment>,
    ) -> Job {
        let mut block: Vec<String> = Vec::new();
        for seated in &seats {
            if !block.contains(&seated.bot) {
                block.push(seated.bot.clone());
            }
        }
        Job {
            id: JobId(Seed([0; 16])),
            number: 1,
            place: Place {
                stage: stage.to_owned(),
                round: 1,
                block,
                deal: 1,
                rotation: 1,
                rotations: 1,
            },
            game: game.to_owned(),
            rules: None,
            options: BTreeMap::new(),
            start,
            dice,
            seats,
            limits: Limits::default(),
            restart: Restart::Game,
            pondering: None,
            adjudicate: Adjudication::default(),
        }
    }

    /// Returns the limits, apart from the time, of the bot of a seat, by the index of the seat.
    pub fn limits_of(&self, seat: usize) -> &Limits {
        let own_limits = self
            .seats
            .get(seat)
            .and_then(|seated| seated.limits.as_ref());
        own_limits.unwrap_or(&self.limits)
    }

    /// Computes the job's id: the first 16 bytes of the SHA-256 hash of everything but the number.
    #[must_use]
    pub fn identify(mut self) -> Job {
        let number = std::mem::take(&mut self.number);
        self.id = JobId(Seed([0; 16]));
        let text = serde_json::to_vec(&self).unwrap_or_default();
        self.id = JobId(Seed::of(Sha256::new_with_prefix(text)));
        self.number = number;
        self
    }

    /// Returns true if the id matches the content of the job.
    pub fn is_genuine(&self) -> bool {
        self.clone().identify().id == self.id
    }
}
