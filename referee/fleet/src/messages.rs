//! The messages between coordinator and workers, as JSON, and how large they may be.

use std::collections::BTreeMap;
use std::path::PathBuf;

use referee_config::{BuildLimits, EngineSettings};
use referee_jail::Level;
use referee_record::{Job, Lateness, Record, RunSession, Substitutions};
use referee_store::StoredGame;
use serde::{Deserialize, Serialize};

use crate::foreign::Foreign;
use crate::object_id::ObjectId;

/// Most bytes of a beacon, of a hello, of what a worker asks or brings, and of what it is told.
pub(crate) const BEACON: usize = 64 << 10;
pub(crate) const HELLO: usize = 256 << 10;
pub(crate) const REQUEST: usize = 48 << 20;
pub(crate) const REPLY: usize = 4 << 20;

/// Number of the protocol. It goes up with each change of these messages, of jobs, of records, and of rules.
pub(crate) const PROTOCOL: u32 = 10;

/// An attempt at a game: its number, and that of the attempt.
pub(crate) type TaskKey = (u64, u32);

/// Tells workers, every [`BEAT`](crate::subjects::BEAT), that a run has games for them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Beacon {
    /// The coordinator's [`PROTOCOL`].
    pub protocol: u32,
    /// Version of the referee; the rules and the fields of records may differ between two.
    pub referee: String,
    /// The run.
    pub run: String,
    /// How often it was started. This and what follows may be otherwise in another protocol.
    #[serde(default)]
    pub session: usize,
    /// Name of its [`RunManifest`], which the coordinator gives to workers; `None` in another protocol.
    #[serde(default)]
    pub manifest: Option<ObjectId>,
    /// Words that a worker needs to play for it.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Name of its results, without an ending.
    #[serde(default)]
    pub title: Foreign,
    /// Whether it has ended: this is the last one.
    #[serde(default)]
    pub over: bool,
    /// What it is doing, for people.
    #[serde(default)]
    pub load: RunLoad,
}

/// How many games of a run are where.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunLoad {
    /// Games that wait for a worker.
    pub waiting: u64,
    /// Games that workers have.
    pub taken: u64,
    /// Games that were given to more than one worker, since the first didn't bring them.
    pub again: u64,
    /// Records that aren't kept yet.
    pub records: u64,
    /// Seconds since the oldest game that isn't back was given out.
    pub oldest_game_s: Option<f64>,
    /// Seconds for which the oldest record has waited to be kept.
    pub lag_s: Option<f64>,
}

/// What a worker needs to know of a run before its first game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RunManifest {
    /// Level of the jail; a worker may be stricter.
    pub jail: Level,
    /// Limits of each build.
    pub build_limits: BuildLimits,
    /// Cores for each game.
    pub cores: usize,
    /// Whether a game is pinned to its cores.
    pub pin: bool,
    /// Whether bots run on between their turns.
    pub idle: bool,
    /// Whether the CPU time of a bot is charged.
    pub cpu: bool,
    /// Processes and threads that the bots of a game may run.
    pub processes: u64,
    /// The game, with its files, if its rules are a program.
    #[serde(default)]
    pub game: Option<StoredGame>,
    /// All bots.
    pub bots: Vec<BotManifest>,
}

/// A bot, with its words as they are written and the name of its files in the object store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BotManifest {
    /// Its name in the run.
    pub name: String,
    /// Its files; `None` for a bot that is built into the referee.
    pub archive: Option<ObjectId>,
    /// Command that starts it; of a house bot the words behind `house:`.
    pub run: Vec<String>,
    /// Settings of the engine, if it is one.
    pub engine: Option<EngineSettings>,
    /// Command that builds it.
    pub build: Option<Vec<String>>,
    /// Command that fetches what its build needs.
    pub fetch: Option<Vec<String>>,
    /// Its environment variables.
    pub env: BTreeMap<String, String>,
    /// Folders in which it finds programs before the usual ones.
    pub path: Vec<PathBuf>,
    /// Paths that it must be able to read, relative to its folder if they are in it.
    pub read: Vec<PathBuf>,
    /// Games that it plays, if it says so.
    pub games: Option<Vec<String>>,
    /// Values for `{name}` in its words.
    pub settings: Option<Substitutions>,
}

/// A game to be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FleetTask {
    /// The game.
    pub job: Job,
    /// Number of the attempt at it.
    pub attempt: u32,
    /// Lateness of seats that made earlier attempts void.
    pub earlier: Vec<Lateness>,
}

impl FleetTask {
    /// Returns the key by which its record comes back.
    pub(crate) fn key(&self) -> TaskKey {
        (self.job.number, self.attempt)
    }
}

/// Tells the coordinator, every [`BEAT`](crate::subjects::BEAT), that a worker is there and what it has.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct WorkerHello {
    /// The run for which it plays, or can't play.
    pub run: Option<String>,
    /// Why it can't play for that run, or for one that takes no games from it.
    pub refuses: Option<Foreign>,
    /// True if it ends, so that nothing more is heard of it.
    pub leaving: bool,
    /// Games that it should have, so that it never waits.
    pub wanted: usize,
    /// Games that it has: those that wait, are in play, or are played and not kept yet.
    pub held: Vec<TaskKey>,
    /// Games that it finished in a second, in the last ten.
    pub rate: f64,
    /// Its machine, its jail and its clock, once it plays.
    pub session: Option<Box<RunSession>>,
}

/// What a worker sends to the coordinator of the run for which it plays.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct WorkerRequest {
    /// The coordinator's process.
    pub session: u64,
    pub what: WorkerMessage,
}

/// What a worker asks for, or brings.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WorkerMessage {
    /// It lacks the bytes of an object from this one on.
    Lacks { object: ObjectId, from: u64 },
    /// A game was played, or is void. This comes again until the worker is told that it is kept.
    Played(Box<Record>),
}

/// What a coordinator says to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CoordinatorMessage {
    /// Bytes of an object, in base64, from this one on; `of` is the length of the whole.
    Part {
        object: ObjectId,
        from: u64,
        of: u64,
        bytes: String,
    },
    /// A game is the worker's to play.
    Play(Box<FleetTask>),
    /// The worker may forget a game.
    Kept(TaskKey),
    /// None of the games of this process of the worker are taken any more, for this reason, in a sentence without a
    /// full stop.
    LeftOut { process: u64, why: Foreign },
    /// A message under the worker's name isn't signed by the key that the coordinator's file has of it, or it has none.
    Unsigned { known: bool },
}
