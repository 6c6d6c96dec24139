//! What a fleet is doing, as plain data.

use serde::Serialize;

pub use crate::messages::RunLoad;

/// What a fleet is doing.
#[derive(Clone, Debug, Serialize)]
pub struct FleetStatus {
    /// Address of the server.
    pub server: String,
    /// Version of the server's program.
    pub version: String,
    /// The runs, those without a coordinator, too.
    pub runs: Vec<FleetRunStatus>,
    /// The workers that were heard of lately, by name.
    pub workers: Vec<FleetWorkerStatus>,
    /// What isn't as it should be, a sentence each.
    pub warnings: Vec<String>,
}

/// A run in a fleet.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FleetRunStatus {
    /// Its key in the fleet.
    pub run: String,
    /// Whether its coordinator is heard; what follows is unknown otherwise, up to its tags.
    pub coordinated: bool,
    /// Name of its results, without an ending.
    pub title: String,
    /// How often it was started.
    pub session: usize,
    /// Version of the coordinator.
    pub referee: String,
    /// Words that a worker needs.
    pub tags: Vec<String>,
    /// Workers that play for it.
    pub workers: usize,
    /// Games that they finish in a second.
    pub games_per_second: f64,
    /// How many games are where, as far as the coordinator is heard.
    #[serde(flatten)]
    pub load: RunLoad,
}

/// What a worker is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkerActivity {
    /// It waits for a run.
    Waits,
    /// It builds the bots of a run.
    Builds,
    /// It plays.
    Plays,
    /// It can't play for a run, or isn't allowed to.
    Refuses,
}

impl WorkerActivity {
    /// Returns the word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            WorkerActivity::Waits => "waits",
            WorkerActivity::Builds => "builds",
            WorkerActivity::Plays => "plays",
            WorkerActivity::Refuses => "refuses",
        }
    }
}

/// A worker of a fleet.
#[derive(Clone, Debug, Serialize)]
pub struct FleetWorkerStatus {
    /// Its name.
    pub name: String,
    /// What it is doing.
    pub activity: WorkerActivity,
    /// The run for which it builds or plays, or can't.
    pub run: Option<String>,
    /// Why it can't, a sentence without a full stop.
    pub why: Option<String>,
    /// Games that it has, in play or about to be.
    pub games: usize,
    /// Games that it finished in a second, in the last ten.
    pub games_per_second: f64,
    /// Seconds since it was heard.
    pub heard_s: f64,
    /// Its cores, once it plays.
    pub cores: Option<usize>,
    /// Its processor, once it plays.
    pub processor: Option<String>,
    /// The level of its jail, once it plays.
    pub jail: Option<String>,
}
