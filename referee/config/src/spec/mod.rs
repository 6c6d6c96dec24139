//! Parses tournament files and `bot.toml` into data; nothing is looked up yet.

mod bot;
mod exam;
mod submissions;
mod tune;

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use referee_jail::Level;
use referee_record::{Limits, Pondering, Restart, TimeControl};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::builds::BuildLimits;
use crate::source_limits::SourceLimits;
use crate::suggestions;
use crate::words::OptionValue;

pub use bot::{BotFile, BotSpec, parse_bot};
pub use exam::{BasicsSpec, ExamSpec, MainSpec, MarksSpec, QualificationSpec, QuestionSpec};
pub use submissions::{Recipes, SubmissionDefaults};
pub use tune::{ParameterSpec, TuneSpec};

/// A tournament of bots. Paths are relative to this file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Tournament")]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
pub struct TournamentSpec {
    /// The game's name: `referee games` lists them.
    pub game: String,
    /// Options of the game, such as `{ turns = 50, wall = false }`.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Who meets whom.
    #[serde(default)]
    pub format: FormatName,
    /// Rounds of a round robin or a gauntlet (1 if not given), a Swiss tournament (as often as the
    /// field can be halved: 3 for 5 to 8 bots) or a ladder (as many as there are bots).
    pub rounds: Option<NonZeroU32>,
    /// Games of each pair in a round or meeting; without it as many as a game has seats, so that
    /// everybody sits on every seat once.
    pub games_per_pair: Option<NonZeroU32>,
    /// In a round robin of more than two seats: how many blocks each bot plays in a round, in a
    /// balanced choice of them; without it all blocks are played.
    pub groups: Option<NonZeroU32>,
    /// A bot that loses so many games in a row by its own fault plays no more; without it, all play
    /// to the end.
    pub park_after: Option<NonZeroU32>,
    /// What only a gauntlet has.
    pub gauntlet: Option<GauntletSpec>,
    /// What only a Swiss tournament has.
    pub swiss: Option<Swiss>,
    /// What only a knockout has, single or double.
    pub knockout: Option<Knockout>,
    /// What only an adaptive tournament has.
    pub adaptive: Option<AdaptiveSpec>,
    /// What only a match of two has.
    #[serde(rename = "match")]
    pub fixed: Option<MatchSpec>,
    /// What only a sequential test has.
    pub sprt: Option<Sprt>,
    /// What only a tuning has.
    pub tune: Option<TuneSpec>,
    /// What only an exam has.
    pub exam: Option<ExamSpec>,
    /// What everything random is drawn from; without it the operating system gives one.
    #[schemars(range(max = 9_223_372_036_854_775_807_u64))]
    pub seed: Option<u64>,
    /// `default` (the game's own start), `deal` (drawn at random), or a file of state lines, in
    /// which blank lines and lines that begin with `#` are skipped. If not given, `default`; in a match
    /// of two or a test `deal`, where the game deals.
    pub start: Option<String>,
    /// Random legal plies that are played from the start, none if not given; in a match of two or a
    /// test without a file of state lines so many that starts differ.
    pub openings: Option<u32>,
    /// The time of each bot; one second a move if not given.
    #[serde(default)]
    pub time: TimeControl,
    /// Games at the same time; without it one for each physical core but one.
    pub concurrency: Option<NonZeroU32>,
    /// Whether more games at the same time are taken than four for each physical core.
    #[serde(default)]
    pub oversubscribe: bool,
    /// Cores of each game; its bots share them.
    #[serde(default = "one")]
    pub cores: NonZeroU32,
    /// Whether a game is pinned to its cores.
    #[serde(default = "yes")]
    pub pin: bool,
    /// How long a bot's process lives.
    #[serde(default)]
    pub restart: Restart,
    /// Whether the bots are sent the legal moves.
    #[serde(default = "yes")]
    pub legal: bool,
    /// What becomes of lines that aren't messages of the protocol.
    #[serde(default)]
    pub chatter: Chatter,
    /// What is enforced beside the time.
    #[serde(default)]
    pub limits: Limits,
    /// What a build may use.
    #[serde(default)]
    pub build_limits: BuildLimits,
    /// How large the files of a bot may be, in all.
    #[serde(default)]
    pub snapshot_limits: SourceLimits,
    /// Whether builds happen in the jail; false for one's own code, which then has the referee's
    /// environment and the network.
    #[serde(default = "yes")]
    pub build_jail: bool,
    /// How much of a jail there has to be; `--jail` says otherwise.
    pub jail: Option<JailSetting>,
    /// What becomes of a bot while it isn't its turn; if not given, `off` with the jail and `ignore`
    /// without.
    pub pondering: Option<Pondering>,
    /// A pattern such as `submissions/*`: every folder that fits is a bot.
    pub submissions: Option<String>,
    /// How submissions without a `bot.toml` are run: a table for all of them, or a list of tables, of which
    /// the first counts whose `when` lies in the submission's folder.
    #[serde(default)]
    #[schemars(with = "Option<Recipes>")]
    pub submission_defaults: Recipes,
    /// What becomes of a submission that can't be played: its `bot.toml` or its executable is
    /// wrong, it can't be built, or it doesn't start. A bot of `bots` always has to be right.
    pub broken: Option<Broken>,
    /// The bots.
    #[serde(default)]
    pub bots: Vec<BotSpec>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Format")]
pub enum FormatName {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// Newcomers meet everybody else.
    Gauntlet,
    /// Each round pairs bots with scores as equal as can be, and nobody twice.
    Swiss,
    /// Who loses a meeting is out.
    Knockout,
    /// Who loses two meetings is out.
    DoubleKnockout,
    /// Neighbours on the ladder meet, and the winner stands above.
    Ladder,
    /// A round robin in batches that goes on until the ranks are separated.
    Adaptive,
    /// Two bots play mirrored pairs, each from a start of its own.
    Match,
    /// The same until a test decides which of two hypotheses holds: SPRT.
    Sprt,
    /// One bot plays against itself in two settings, and goes towards the better one: SPSA.
    Tune,
    /// Questions and a qualification for everybody; those who are eligible meet each other.
    Exam,
}

impl FormatName {
    /// Returns the name as it is written in a file.
    pub fn name(self) -> &'static str {
        match self {
            FormatName::RoundRobin => "round-robin",
            FormatName::Gauntlet => "gauntlet",
            FormatName::Swiss => "swiss",
            FormatName::Knockout => "knockout",
            FormatName::DoubleKnockout => "double-knockout",
            FormatName::Ladder => "ladder",
            FormatName::Adaptive => "adaptive",
            FormatName::Match => "match",
            FormatName::Sprt => "sprt",
            FormatName::Tune => "tune",
            FormatName::Exam => "exam",
        }
    }
}

/// What only a gauntlet has.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GauntletSpec {
    /// Who meets everybody else, by name; the others don't meet each other.
    #[schemars(length(min = 1))]
    pub newcomers: Vec<String>,
}

/// What only a Swiss tournament has.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Swiss {
    /// Whether a meeting plays each deal from both sides; without, it is a single game, and rounds are
    /// paired by FIDE's Dutch system.
    #[serde(default = "yes")]
    pub mirrored: bool,
}

/// What only a knockout has.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Knockout {
    /// How many times in all a meeting is played until somebody is ahead, 3 if not given; after
    /// that the better seed goes on.
    pub tries: Option<NonZeroU32>,
    /// Double knockout: whether the final is played again if the winner of the losers' bracket wins
    /// it, as is so if not given.
    pub reset: Option<bool>,
}

/// What only an adaptive tournament has. It ends where the first of its bounds is reached.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdaptiveSpec {
    /// With which probability nothing that is called separated in the whole run is wrong, from 0.5 to
    /// below 1; 0.95 if not given.
    #[schemars(range(min = 0.5), extend("exclusiveMaximum" = 1))]
    pub separated: Option<f64>,
    /// The most games in all; 10 000 where neither games nor minutes are given.
    pub games: Option<NonZeroU32>,
    /// The most minutes that batches begin in.
    pub minutes: Option<NonZeroU32>,
    /// How many pairs a batch after the first plays; 10 if not given.
    pub batch: Option<NonZeroU32>,
}

/// What only a match of two has. It ends where the first of its bounds is reached.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchSpec {
    /// How many games, an even number, since each start is played from both sides.
    pub games: Option<NonZeroU32>,
    /// Half of the 95 % interval of the difference in Elo that is asked for.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub precision: Option<f64>,
    /// The most minutes that games begin in.
    pub minutes: Option<NonZeroU32>,
}

/// What only a sequential test has. It ends where the first of its bounds is reached.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// What elo0 and elo1 are measured in; `normalized` if not given.
    pub model: Option<ModelName>,
    /// The first hypothesis, 0 if not given.
    #[schemars(range(min = -10_000, max = 10_000))]
    pub elo0: Option<f64>,
    /// The second one, above it; 5 if not given.
    #[schemars(range(min = -10_000, max = 10_000))]
    pub elo1: Option<f64>,
    /// The probability of accepting elo1 where elo0 holds; 0.05 if not given.
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    pub alpha: Option<f64>,
    /// The probability of accepting elo0 where elo1 holds; 0.05 if not given.
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    pub beta: Option<f64>,
    /// The most games, an even number.
    pub games: Option<NonZeroU32>,
    /// The most minutes that games begin in.
    pub minutes: Option<NonZeroU32>,
}

/// What the hypotheses of a test are measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ModelName {
    /// Elo in standard deviations of a game, which means the same however many games are drawn.
    Normalized,
    /// Elo, by the mean score.
    Logistic,
}

/// What becomes of chatter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Chatter {
    /// It is counted and logged, up to the limits.
    #[default]
    Forgiven,
    /// A line of it on a bot's own turn loses the game.
    Loss,
}

/// How much of a jail there has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JailSetting {
    /// Every promise is kept, or nothing is played.
    Strict,
    /// The best that the machine gives.
    Auto,
    /// None: for one's own bots.
    Off,
}

impl From<JailSetting> for Level {
    fn from(jail: JailSetting) -> Level {
        match jail {
            JailSetting::Strict => Level::Strict,
            JailSetting::Auto => Level::Auto,
            JailSetting::Off => Level::Off,
        }
    }
}

/// What becomes of a submission that can't be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Broken {
    /// It is named, and nothing is played.
    #[default]
    Refuse,
    /// The others play without it, and it is listed.
    Skip,
}

/// Reads the text of a tournament file.
pub fn parse(text: &str) -> Result<TournamentSpec, String> {
    suggestions::from_toml(text)
}

fn one() -> NonZeroU32 {
    NonZeroU32::MIN
}

fn yes() -> bool {
    true
}
