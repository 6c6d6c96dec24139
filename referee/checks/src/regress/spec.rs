//! Parses files of regression tests into data; nothing is looked up yet.

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
    /// The bot that is tested.
    #[serde(default = "here")]
    pub bot: String,
    /// The game of all tests.
    pub game: String,
    /// Options of the game.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// What everything random is drawn from.
    #[serde(default = "one")]
    pub seed: u64,
    /// Where the baseline is, instead of beside the file.
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

/// A suite of positions, in each of which the bot is asked for a move.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuiteSpec {
    /// Its name.
    pub name: String,
    /// What a move may take.
    #[serde(default)]
    pub time: TimeControl,
    /// So many positions must be solved at least.
    pub least: Option<u64>,
    /// The positions.
    pub positions: Vec<PositionSpec>,
}

/// A position and what is expected of a move in it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionSpec {
    /// Its name.
    pub name: String,
    /// State lines: one, or several of which the same is expected.
    pub state: OneOrMany,
    /// The move must be one of these.
    pub required: Option<Vec<String>>,
    /// The move must be none of these.
    pub forbidden: Option<Vec<String>>,
    /// The position is solved by one of these.
    pub best: Option<Vec<String>>,
}

/// A line or several.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a state line or a list of them")]
pub enum OneOrMany {
    /// One.
    One(String),
    /// Several.
    Several(Vec<String>),
}

/// A sequential test against a base.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchTestSpec {
    /// Its name.
    pub name: String,
    /// The bot that the tested one is to be no worse than.
    pub base: String,
    /// What a move or a game may take.
    #[serde(default)]
    pub time: TimeControl,
    /// The first hypothesis.
    #[serde(default = "worse")]
    pub elo0: f64,
    /// The second one.
    #[serde(default)]
    pub elo1: f64,
    /// The probability of accepting `elo1` where `elo0` holds.
    #[serde(default = "usual")]
    pub alpha: f64,
    /// The probability of accepting `elo0` where `elo1` holds.
    #[serde(default = "usual")]
    pub beta: f64,
    /// `normalized` or `logistic`.
    #[serde(default = "normalized")]
    pub model: String,
    /// At most so many games.
    pub games: Option<NonZeroU32>,
    /// No game is begun after so many minutes.
    pub minutes: Option<NonZeroU32>,
    /// A file of state lines to start from.
    pub book: Option<String>,
    /// Random legal plies before each game.
    pub openings: Option<u32>,
    /// Games at the same time.
    pub concurrency: Option<NonZeroU32>,
    /// Whether more games at the same time are taken than four for each physical core.
    #[serde(default)]
    pub oversubscribe: bool,
    /// The folder in which the games are kept, `.referee` if not given.
    pub results: Option<PathBuf>,
}

/// The cases of `check`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Conformance {
    /// Its name.
    pub name: String,
    /// Milliseconds for each move.
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
