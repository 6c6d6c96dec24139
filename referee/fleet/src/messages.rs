//! The messages between coordinator and workers, as JSON.

use std::collections::BTreeMap;
use std::path::PathBuf;

use referee_config::BuildLimits;
use referee_jail::Level;
use referee_record::{Job, Lateness, Record, RunSession, Substitutions};
use serde::{Deserialize, Serialize};

use crate::object_id::ObjectId;

/// Number of the protocol. It goes up with each change of these messages, of jobs, of records, and of rules.
pub(crate) const PROTOCOL: u32 = 4;

/// Tells workers, every [`BEAT`](crate::subjects::BEAT), that a run has games for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Beacon {
    /// The coordinator's [`PROTOCOL`].
    pub protocol: u32,
    /// Version of the referee; the rules and the fields of records may differ between two.
    pub referee: String,
    /// The run.
    pub run: String,
    /// Number of its session: how often it was started. This and what follows may be otherwise in another protocol.
    #[serde(default)]
    pub session: usize,
    /// Name of its [`RunManifest`] in the object store; `None` in another protocol.
    #[serde(default)]
    pub manifest: Option<ObjectId>,
    /// Words that a worker needs to play for it.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Name of its results, without an ending.
    #[serde(default)]
    pub title: String,
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
    /// Name of the [`RunManifest`] by which it is played.
    pub manifest: ObjectId,
    /// The game.
    pub job: Job,
    /// Number of the attempt at it.
    pub attempt: u32,
    /// Lateness of seats that made earlier attempts void.
    pub earlier: Vec<Lateness>,
}

/// A game that comes back from a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FleetResult {
    /// The worker that played it.
    pub worker: String,
    /// Name of the [`RunManifest`] by which it was played.
    pub manifest: ObjectId,
    /// What came of the game.
    pub outcome: TaskOutcome,
}

/// What came of a game at a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TaskOutcome {
    /// It was played, or is void.
    Played(Box<Record>),
    /// The worker can't play it.
    Refused(TaskRefusal),
}

impl TaskOutcome {
    /// Returns the number of the game, and that of the attempt.
    pub(crate) fn key(&self) -> (u64, u32) {
        match self {
            TaskOutcome::Played(record) => (record.played.job.number, record.attempt),
            TaskOutcome::Refused(refusal) => (refusal.number, refusal.attempt),
        }
    }
}

/// A game that a worker can't play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TaskRefusal {
    /// Number of the game.
    pub number: u64,
    /// Number of the attempt at it.
    pub attempt: u32,
    /// The reason, in a sentence.
    pub why: String,
}

/// Tells the coordinator, every [`BEAT`](crate::subjects::BEAT), that a worker is there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct WorkerHello {
    /// Its name.
    pub worker: String,
    /// Number of its process: another one may have the same name.
    pub instance: u64,
    /// The run for which it plays, or can't play.
    pub run: Option<String>,
    /// Why it can't play for that run, or for one that takes no games from it.
    pub refuses: Option<String>,
    /// True if it ends, so that nothing more is heard of it.
    pub leaving: bool,
    /// Games that should be out for it, so that it never waits.
    pub wanted: usize,
    /// Games that it has, in play or waiting.
    pub held: usize,
    /// Games that it finished in a second, in the last ten.
    pub rate: f64,
    /// Its machine, its jail and its clock, once it plays.
    pub session: Option<Box<RunSession>>,
}

/// Tells a worker that none of its games are taken for a run any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WorkerRefusal {
    /// The run.
    pub run: String,
    /// Number of its session.
    pub session: usize,
    /// The reason, in a sentence without a full stop.
    pub why: String,
}
