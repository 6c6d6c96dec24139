//! Header of a file of results: what was played, by which bots, and on which machine.

use std::collections::HashSet;

use referee_record::RunSession;
use serde::{Deserialize, Serialize};

use crate::format::FORMAT;

/// What all config revisions of a run share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunOrigin {
    /// Version of the JSON form.
    pub(crate) format: u32,
    /// Master seed, in decimal digits: some JSON readers lose precision in large numbers.
    #[serde(with = "digits")]
    pub(crate) master: u64,
    /// Time when the run began, in milliseconds since 1970 (UTC).
    pub(crate) began_ms: u64,
}

/// Everything that is needed to play a run again, with its sessions and machines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the JSON form.
    pub format: u32,
    /// Master seed, in decimal digits: some JSON readers lose precision in large numbers.
    #[serde(with = "digits")]
    pub master: u64,
    /// Time when the run began, in milliseconds since 1970 (UTC).
    pub began_ms: u64,
    /// The config revision that is in force: the last one.
    pub revision: ConfigRevision,
    /// The config revisions before it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<ConfigRevision>,
    /// The run's sessions, one for each time it was started or resumed, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sessions: Vec<RunSession>,
}

/// A state of the tournament file, as far as it was played: the first one, or an extension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigRevision {
    /// Text of the tournament file, unchanged.
    pub config: String,
    /// Input of the schedule, as JSON of the schedule's crate; every job can be computed from it.
    pub plan: serde_json::Value,
    /// Number of games in the schedule, where that is known beforehand.
    pub games: Option<u64>,
    /// The game, if its rules are a program; in the first config revision alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<StoredGame>,
    /// The bots that take part, in the order of the configuration.
    pub bots: Vec<StoredBot>,
    /// Submissions and optional bots that were left out of the tournament.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<OmittedSubmission>,
    /// Time from which it is in force, in milliseconds since 1970 (UTC).
    pub since_ms: u64,
}

/// A game whose rules are a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredGame {
    /// Its name.
    pub name: String,
    /// Hash of its sources before they were built.
    pub sources: String,
    /// Its files: a tar archive, packed by gzip, in base64; `None` if they are too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<String>,
}

/// A bot that takes part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredBot {
    /// Its name.
    pub name: String,
    /// The program that is started, and its arguments.
    pub command: Vec<String>,
    /// Hash of its sources before they were built, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<String>,
    /// The commit that its files are from, if it was named by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<StoredCommit>,
    /// The command that fetched the dependencies of its build from the network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fetched: Option<Vec<String>>,
    /// Its version, if it reports one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// A commit of a git repository.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredCommit {
    /// The bot's source as it was named, such as `git:main:bots/fox`.
    pub named: String,
    /// Id of the commit, in hexadecimal digits.
    pub id: String,
}

/// A submission that cannot be played, in a tournament that continues without it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OmittedSubmission {
    /// The bot's name.
    pub name: String,
    /// The reason, as a sentence.
    pub why: String,
    /// Output of its build or its start; only the beginning and the end of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// Hash of its sources, if they could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<String>,
}

impl Header {
    /// Makes the header of a run that begins with this config revision and this session.
    pub fn new(master: u64, revision: ConfigRevision, session: RunSession) -> Header {
        Header {
            format: FORMAT,
            master,
            began_ms: session.began_ms,
            revision,
            earlier: Vec::new(),
            sessions: vec![session],
        }
    }

    /// Returns what all config revisions share.
    pub(crate) fn origin(&self) -> RunOrigin {
        RunOrigin {
            format: self.format,
            master: self.master,
            began_ms: self.began_ms,
        }
    }

    /// Returns all config revisions, in order; the last is in force.
    pub fn revisions(&self) -> impl Iterator<Item = &ConfigRevision> {
        self.earlier.iter().chain([&self.revision])
    }

    /// Returns the names of all bots that take part or took part, in the order in which they joined.
    pub fn names(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let bots = self.revisions().flat_map(|revision| &revision.bots);
        let names = bots.map(|bot| bot.name.clone());
        names.filter(|name| seen.insert(name.clone())).collect()
    }
}

mod digits {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(super) fn serialize<S: Serializer>(n: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(n)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|_| D::Error::custom(format!("expected a seed in digits, found {text:?}")))
    }
}
