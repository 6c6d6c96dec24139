//! Parses files of regression tests into data; no name or path is resolved yet.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::PathBuf;

use referee_config::OptionValue;
use referee_record::TimeControl;
use schemars::JsonSchema;
use serde::Deserialize;

/// Regression tests of a bot. Paths are relative to this file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegressionSpec {
    /// The bot to test. Default: the folder of this file.
    #[serde(default = "here")]
    pub bot: String,
    /// The game of all tests.
    pub game: String,
    /// Options of the game.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Seed of everything random. Default: 1.
    #[serde(default = "one")]
    pub seed: u64,
    /// The file of the baseline. Default: next to this file.
    pub baseline: Option<PathBuf>,
    /// Suites of positions.
    #[serde(default)]
    pub positions: Vec<SuiteSpec>,
    /// Matches against a base.
    #[serde(default)]
    pub matches: Vec<MatchTestSpec>,
    /// Conformance tests.
    #[serde(default)]
    pub conformance: Vec<Conformance>,
}

/// A suite of positions; the bot is asked for a move in each.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuiteSpec {
    /// Its name.
    pub name: String,
    /// The time control. Default: one second for each move.
    #[serde(default)]
    pub time: TimeControl,
    /// Minimum number of positions to solve.
    pub least: Option<u64>,
    /// The positions.
    pub positions: Vec<PositionSpec>,
}

/// A position, and the moves expected in it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionSpec {
    /// Its name.
    pub name: String,
    /// A state line, or a list of state lines with the same expected moves.
    pub state: OneOrMany,
    /// The move must be one of these.
    pub required: Option<Vec<String>>,
    /// The move must be none of these.
    pub forbidden: Option<Vec<String>>,
    /// The moves that solve the position.
    pub best: Option<Vec<String>>,
}

/// A line or a list of lines.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a state line or a list of them")]
pub enum OneOrMany {
    /// A line.
    One(String),
    /// A list of lines.
    Several(Vec<String>),
}

/// A sequential test against a base.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchTestSpec {
    /// Its name.
    pub name: String,
    /// The bot to compare with.
    pub base: String,
    /// The time control. Default: one second for each move.
    #[serde(default)]
    pub time: TimeControl,
    /// The first hypothesis. Default: -5.
    #[serde(default = "worse")]
    pub elo0: f64,
    /// The second hypothesis, above the first. Default: 0.
    #[serde(default)]
    pub elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true. Default: 0.05.
    #[serde(default = "usual")]
    pub alpha: f64,
    /// The probability of accepting `elo0` if `elo1` is true. Default: 0.05.
    #[serde(default = "usual")]
    pub beta: f64,
    /// The unit of the hypotheses: `normalized` or `logistic`. Default: `normalized`.
    #[serde(default = "normalized")]
    pub model: String,
    /// Maximum number of games.
    pub games: Option<NonZeroU32>,
    /// Minutes after which no game starts.
    pub minutes: Option<NonZeroU32>,
    /// A file of state lines for the start positions.
    pub book: Option<String>,
    /// Number of random legal plies before each game.
    pub openings: Option<u32>,
    /// Number of concurrent games.
    pub concurrency: Option<NonZeroU32>,
    /// True allows more than four concurrent games for each physical core. Default: false.
    #[serde(default)]
    pub oversubscribe: bool,
    /// The folder for the games. Default: `.referee`.
    pub results: Option<PathBuf>,
}

/// Runs the cases of `check`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Conformance {
    /// Its name.
    pub name: String,
    /// Milliseconds for each move. Default: 1000.
    #[serde(default = "second")]
    pub move_ms: NonZeroU32,
}

fn here() -> String {
    ".".to_owned()
}

fn one() -> u64 {
    1
}

fn worse() -> f64 {
    -5.0
}

fn usual() -> f64 {
    0.05
}

fn normalized() -> String {
    "normalized".to_owned()
}

fn second() -> NonZeroU32 {
    NonZeroU32::new(1000).unwrap_or(NonZeroU32::MIN)
}
