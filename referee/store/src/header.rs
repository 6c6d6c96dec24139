//! Where results come from: what was played, by whom, and on what.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

/// The version of what headers and records look like as JSON.
pub const FORMAT: u32 = 2;

/// Everything that a run needs to be played again, and who played it on what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// See [`FORMAT`].
    pub format: u32,
    /// The master seed, in decimal digits: JSON readers lose some of a large number.
    #[serde(with = "digits")]
    pub master: u64,
    /// When the run began, in milliseconds since 1970 (UTC).
    pub began_ms: u64,
    /// What is being played: the last edition.
    pub edition: ConfigRevision,
    /// The editions before it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<ConfigRevision>,
    /// Each time it was started or resumed, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sittings: Vec<RunSession>,
}

/// A state of the tournament file, as far as it was played: the first, or one that extends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigRevision {
    /// The tournament file, word for word.
    pub config: String,
    /// What the schedule is made from, in the words of its crate; it gives every job again.
    pub plan: serde_json::Value,
    /// How many games the schedule has, where that is known beforehand.
    pub games: Option<u64>,
    /// Who takes part, in the order of the configuration.
    pub bots: Vec<StoredBot>,
    /// Submissions that the tournament goes on without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<OmittedSubmission>,
    /// Since when it is in force, in milliseconds since 1970 (UTC).
    pub since_ms: u64,
}

/// A bot that takes part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredBot {
    /// Its name.
    pub name: String,
    /// The program that is started, and its arguments.
    pub command: Vec<String>,
    /// A hash of its sources before they were built, where it has some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<String>,
    /// The commit that its files are from, where it was named by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<StoredCommit>,
    /// The command that fetched from the network what its build needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fetched: Option<Vec<String>>,
    /// Its version, where it says one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// A commit of a git repository.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredCommit {
    /// The bot as it was named, such as `git:main:bots/fox`.
    pub named: String,
    /// The commit in hexadecimal digits.
    pub id: String,
}

/// A submission that can't be played, where the tournament goes on without it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OmittedSubmission {
    /// The bot's name.
    pub name: String,
    /// What is wrong with it, a sentence.
    pub why: String,
    /// What its build or its start wrote, the head and the tail of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// A hash of its sources, where they could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<String>,
}

/// A time at which a run was started or resumed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSession {
    /// When, in milliseconds since 1970 (UTC).
    pub began_ms: u64,
    /// The referee's version.
    pub referee: String,
    /// What the games are played on.
    pub machine: Machine,
    /// What the bots were confined by, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jail: Option<JailRecord>,
    /// How far the referee's clock was off at its start, where that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockError>,
    /// What was said about its cores at its start: that there were more games than those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crowded: Option<String>,
}

/// How far the referee's clock is off: charged time less the bot's own, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockError {
    /// Moves that were measured.
    pub count: usize,
    /// Half of them were off by less.
    pub median_ns: u64,
    /// 99 of 100 were off by no more.
    pub p99_ns: u64,
    /// None was off by more.
    pub max_ns: u64,
}

impl ClockError {
    /// The distribution of these errors.
    pub fn of(mut errors: Vec<u64>) -> ClockError {
        errors.sort_unstable();
        let at = |index: usize| errors.get(index).copied().unwrap_or(0);
        let count = errors.len();
        ClockError {
            count,
            median_ns: at(count / 2),
            p99_ns: at((count * 99).div_ceil(100).saturating_sub(1)),
            max_ns: at(count.saturating_sub(1)),
        }
    }
}

/// What bots are confined by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JailRecord {
    /// How much of a jail was asked for: `strict`, `auto` or `off`.
    pub level: String,
    /// What was in force, in words.
    pub by: String,
    /// The promises that weren't kept, a word or two each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<String>,
}

/// The machine that games are played on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system and its version.
    pub system: String,
    /// The model of the processor.
    pub processor: String,
    /// How many cores it has.
    pub cores: usize,
}

impl Header {
    /// Of a run that begins with this edition and this sitting.
    pub fn new(master: u64, edition: ConfigRevision, sitting: RunSession) -> Header {
        Header {
            format: FORMAT,
            master,
            began_ms: sitting.began_ms,
            edition,
            earlier: Vec::new(),
            sittings: vec![sitting],
        }
    }

    /// All editions, in order; the last is in force.
    pub fn editions(&self) -> impl Iterator<Item = &ConfigRevision> {
        self.earlier.iter().chain([&self.edition])
    }

    /// The names of those who take part or took part, in the order in which they came.
    pub fn names(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let bots = self.editions().flat_map(|edition| &edition.bots);
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
