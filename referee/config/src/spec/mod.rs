//! Parses tournament files, `bot.toml` and `game.toml` into data; no name or path is resolved yet.

mod bot;
mod engine;
mod exam;
mod game;
mod submissions;
mod tune;

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use referee_jail::Level;
use referee_record::{Adjudication, BookUse, Pondering, Restart, TimeControl};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::builds::BuildLimits;
use crate::ladder::LadderSettings;
use crate::limits::LimitsSpec;
use crate::source_limits::SourceLimits;
use crate::suggestions;
use crate::words::OptionValue;

pub(crate) use bot::{BotPlace, parse_bot};
pub use bot::{BotProtocol, BotSpec};
pub use engine::{EngineDialect, EngineSettings, EngineValue};
pub(crate) use exam::{BasicsSpec, ExamSpec, MainSpec, MarksSpec, QualificationSpec, QuestionSpec};
pub use game::GameSpec;
pub(crate) use game::{GameOptionSpec, MovesSpec, parse_game};
pub(crate) use submissions::Recipes;
pub(crate) use tune::{ParameterSpec, TuneSpec};

/// A tournament of bots. Paths are relative to this file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Tournament")]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
pub(crate) struct TournamentSpec {
    /// The game: the name of one that is built in (`referee rules` lists them), or the folder of one whose rules
    /// are a program, such as `./connect-four`, with its `game.toml`.
    pub game: String,
    /// Options of the game, such as `{ turns = 50, wall = false }`.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// The title on pages and in PGN, of at most 100 characters. A run keeps the title with which it began. Default: the
    /// name of the file of results.
    #[schemars(length(min = 1, max = 100))]
    pub title: Option<String>,
    /// The format: which bots meet in which games.
    #[serde(default)]
    pub format: FormatName,
    /// Number of rounds of a round robin or a gauntlet (default: 1), a Swiss tournament (default:
    /// as often as the number of bots can be halved, 3 for 5 to 8 bots) or a ladder (default: the
    /// number of bots).
    pub rounds: Option<NonZeroU32>,
    /// Number of games of each pair in a round or meeting. Default: the number of seats, so that
    /// each bot plays every seat once.
    pub games_per_pair: Option<NonZeroU32>,
    /// In a round robin with more than two seats: number of blocks that each bot plays in a round,
    /// chosen in a balanced way. Default: all blocks.
    pub groups: Option<NonZeroU32>,
    /// A bot that loses this many games in a row by its own fault is parked: it plays no more.
    /// Default: bots are never parked.
    pub park_after: Option<NonZeroU32>,
    /// What becomes of the games of a bot whose files have changed since, when the run goes on;
    /// `--changed-bots` overrides it. Default: `run` asks, and without a terminal ends with exit code 2.
    pub changed_bots: Option<ChangedBots>,
    /// A match of two bots, a test or a gauntlet accepts any share of games that a bot loses by its own fault.
    /// Default: a match or test ends when that are more than 40 %, from 12 games on.
    #[serde(default)]
    pub allow_faults: bool,
    /// Settings of a gauntlet.
    pub gauntlet: Option<GauntletSpec>,
    /// Settings of a Swiss tournament.
    pub swiss: Option<Swiss>,
    /// Settings of a knockout or double knockout.
    pub knockout: Option<Knockout>,
    /// Settings of an adaptive tournament.
    pub adaptive: Option<AdaptiveSpec>,
    /// Settings of a standing tournament.
    pub standing: Option<StandingSpec>,
    /// Settings of a ladder, which `referee ladder` plays.
    pub ladder: Option<LadderSettings>,
    /// Settings of a match of two bots.
    #[serde(rename = "match")]
    pub fixed: Option<MatchSpec>,
    /// Settings of a sequential test.
    pub sprt: Option<Sprt>,
    /// Settings of a tuning.
    pub tune: Option<TuneSpec>,
    /// Settings of an exam.
    pub exam: Option<ExamSpec>,
    /// Seed of everything random. Default: a random one from the operating system.
    #[schemars(range(max = 9_223_372_036_854_775_807_u64))]
    pub seed: Option<u64>,
    /// The start positions: `default` (the game's own start), `deal` (drawn at random), or a file
    /// of state lines, in which blank lines and lines that begin with `#` are ignored. Default:
    /// `default`, but `deal` in a match of two bots or a test if the game has random starts.
    pub start: Option<String>,
    /// How the file of `start` is used. Default: all its lines in their order.
    pub book: Option<BookUse>,
    /// Number of random legal plies from the start. Default: 0, but in a match of two bots or a
    /// test without a file of state lines as many as starts need to differ.
    pub openings: Option<u32>,
    /// The time control of each bot. Default: one second for each move.
    #[serde(default)]
    pub time: TimeControl,
    /// Number of concurrent games. Default: one fewer than the physical cores.
    pub concurrency: Option<NonZeroU32>,
    /// True allows more than four concurrent games for each physical core. Default: false.
    #[serde(default)]
    pub oversubscribe: bool,
    /// Number of cores of each game, which its bots share. Default: 1.
    #[serde(default = "one")]
    pub cores: NonZeroU32,
    /// True pins each game to its cores. Default: true.
    #[serde(default = "yes")]
    pub pin: bool,
    /// How long a bot's process lives. Default: `game`.
    #[serde(default)]
    pub restart: Restart,
    /// True sends the legal moves to the bots. Default: true.
    #[serde(default = "yes")]
    pub legal: bool,
    /// The treatment of lines that aren't messages of the protocol. Default: `forgiven`.
    #[serde(default)]
    pub chatter: Chatter,
    /// How often a game is played at most if it is void each time. Default: 3.
    pub tries: Option<NonZeroU32>,
    /// The limits of all bots, apart from the time.
    #[serde(default)]
    pub limits: LimitsSpec,
    /// The limits of a build.
    #[serde(default)]
    pub build_limits: BuildLimits,
    /// The limits of the files of a bot.
    #[serde(default)]
    pub snapshot_limits: SourceLimits,
    /// True runs builds in the jail. False is only for your own code: builds then have the
    /// referee's environment and the network. Default: true.
    #[serde(default = "yes")]
    pub build_jail: bool,
    /// The level of the jail; `--jail` overrides it.
    pub jail: Option<JailSetting>,
    /// The treatment of a bot while it isn't its turn. Default: `off` with the jail, `ignore`
    /// without.
    pub pondering: Option<Pondering>,
    /// When games end before their rules end them; an exam refuses it. Default: never.
    #[serde(default)]
    pub adjudicate: Adjudication,
    /// A pattern such as `submissions/*`: every folder or executable file that
    /// matches is a bot. Links and toml files are refused.
    pub submissions: Option<String>,
    /// How to run submissions without a `bot.toml`: a table for all of them, or a list of tables,
    /// of which the first is used whose `when` matches a file in the submission's folder.
    #[serde(default)]
    #[schemars(with = "Option<Recipes>")]
    pub submission_defaults: Recipes,
    /// The treatment of a submission that can't be played: its `bot.toml` or its executable is
    /// invalid, it can't be built, or it doesn't start. Bots in `bots` must always be valid.
    /// Default: `refuse`, and `skip` in an exam.
    pub broken: Option<Broken>,
    /// The bots.
    #[serde(default)]
    pub bots: Vec<BotSpec>,
}

/// The format: which bots meet in which games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Format")]
pub(crate) enum FormatName {
    /// Each bot meets each other.
    #[default]
    RoundRobin,
    /// The newcomers meet all other bots.
    Gauntlet,
    /// Each round pairs bots with scores as equal as possible, and no pair twice.
    Swiss,
    /// A bot that loses a meeting is out.
    Knockout,
    /// A bot that loses two meetings is out.
    DoubleKnockout,
    /// Neighbours on the ladder meet, and the winner gets the higher rung.
    Ladder,
    /// A round robin in batches that goes on until the ranks are separated.
    Adaptive,
    /// A ladder without an end: newcomers are placed, then neighbours by rating meet.
    Standing,
    /// Two bots play mirrored pairs of games, each pair from its own start.
    Match,
    /// Like a match, until a sequential test (SPRT) decides between two hypotheses.
    Sprt,
    /// A bot plays against itself with two settings and moves towards the better one (SPSA).
    Tune,
    /// All bots get questions and a qualification; those that are eligible meet each other.
    Exam,
}

impl FormatName {
    /// Returns the name as it is written in a file.
    pub(crate) fn name(self) -> &'static str {
        match self {
            FormatName::RoundRobin => "round-robin",
            FormatName::Gauntlet => "gauntlet",
            FormatName::Swiss => "swiss",
            FormatName::Knockout => "knockout",
            FormatName::DoubleKnockout => "double-knockout",
            FormatName::Ladder => "ladder",
            FormatName::Adaptive => "adaptive",
            FormatName::Standing => "standing",
            FormatName::Match => "match",
            FormatName::Sprt => "sprt",
            FormatName::Tune => "tune",
            FormatName::Exam => "exam",
        }
    }
}

/// Settings of a gauntlet.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GauntletSpec {
    /// The names of the bots that meet all others; the others don't meet each other.
    #[schemars(length(min = 1))]
    pub newcomers: Vec<String>,
}

/// Settings of a Swiss tournament.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Swiss {
    /// True: a meeting plays each start from both sides. False: a meeting is a single game, and
    /// rounds are paired by FIDE's Dutch system. Default: true.
    #[serde(default = "yes")]
    pub mirrored: bool,
}

/// Settings of a knockout or double knockout.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Knockout {
    /// Maximum number of times that a meeting is played until one side is ahead; after that the
    /// better seed advances. Default: 3.
    pub tries: Option<NonZeroU32>,
    /// Double knockout: true plays the final again if the winner of the losers' bracket wins it.
    /// Default: true.
    pub reset: Option<bool>,
}

/// Settings of an adaptive tournament. It ends when the first of its bounds is reached.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AdaptiveSpec {
    /// The probability that no separation reported in the whole run is wrong, from 0.5 to below 1.
    /// Default: 0.95.
    #[schemars(range(min = 0.5), extend("exclusiveMaximum" = 1))]
    pub separated: Option<f64>,
    /// Maximum number of games. Default: 10 000 if neither games nor minutes are given.
    pub games: Option<NonZeroU32>,
    /// Minutes after which no batch starts. Default: no limit.
    pub minutes: Option<NonZeroU32>,
    /// Number of pairs in each batch after the first. Default: 10.
    pub batch: Option<NonZeroU32>,
}

/// Settings of a standing tournament.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StandingSpec {
    /// Number of meetings in a batch; results choose those of the next one. Default: 32.
    pub batch: Option<NonZeroU32>,
    /// Number of meetings, one in each batch, after which a newcomer is placed. Default: 8.
    pub placement: Option<NonZeroU32>,
    /// The probability that no separation reported in the whole run is wrong, from 0.5 to below 1.
    /// Default: 0.95.
    #[schemars(range(min = 0.5), extend("exclusiveMaximum" = 1))]
    pub separated: Option<f64>,
}

/// Settings of a match of two bots. It ends when the first of its bounds is reached.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchSpec {
    /// Number of games; must be even, because each start is played from both sides. Give this,
    /// `precision` or both.
    pub games: Option<NonZeroU32>,
    /// The wanted half-width of the 95 % interval of the difference, in Elo.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub precision: Option<f64>,
    /// Minutes after which no game starts. Default: no limit.
    pub minutes: Option<NonZeroU32>,
}

/// Settings of a sequential test. It ends when the first of its bounds is reached.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sprt {
    /// The unit of elo0 and elo1. Default: `normalized`.
    pub model: Option<ModelName>,
    /// The first hypothesis. Default: 0.
    #[schemars(range(min = -10_000, max = 10_000))]
    pub elo0: Option<f64>,
    /// The second hypothesis, above the first. Default: 5.
    #[schemars(range(min = -10_000, max = 10_000))]
    pub elo1: Option<f64>,
    /// The probability of accepting elo1 if elo0 is true. Default: 0.05.
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    pub alpha: Option<f64>,
    /// The probability of accepting elo0 if elo1 is true. Default: 0.05.
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    pub beta: Option<f64>,
    /// Maximum number of games; must be even. Default: no limit.
    pub games: Option<NonZeroU32>,
    /// Minutes after which no game starts. Default: no limit.
    pub minutes: Option<NonZeroU32>,
}

/// The unit of the hypotheses of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ModelName {
    /// Normalized Elo: in standard deviations of a game, so it doesn't depend on the share of
    /// draws.
    Normalized,
    /// Logistic Elo: by the mean score.
    Logistic,
}

/// The treatment of chatter: lines that aren't messages of the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Chatter {
    /// Chatter is counted and logged, up to the limits.
    #[default]
    Forgiven,
    /// A line of chatter on a bot's own turn loses the game.
    Loss,
}

/// The level of the jail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JailSetting {
    /// All guarantees are given, or nothing is played.
    Strict,
    /// All guarantees that the machine can give.
    Auto,
    /// No jail: only for your own bots.
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

/// What becomes of the games of a bot whose files have changed since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangedBots {
    /// They are played again, in a round robin or a gauntlet.
    Replay,
    /// They stay, beside those that are to come.
    Keep,
}

/// The treatment of a submission that can't be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Broken {
    /// The submission is named, and nothing is played.
    #[default]
    Refuse,
    /// The others play without it, and it is listed.
    Skip,
}

/// Reads the text of a tournament file.
pub(crate) fn parse(text: &str) -> Result<TournamentSpec, String> {
    suggestions::from_toml(text, &place_of)
}

/// Says where a key belongs that stands in a table, but is one of the tournament itself.
fn place_of(key: &str) -> Option<String> {
    if key == "chatter_loses" {
        return Some(r#"write chatter = "loss" above all tables"#.to_owned());
    }
    let schema = crate::schema();
    let known = schema.get("properties")?.get(key).is_some();
    known.then(|| format!("{key} belongs to the tournament itself: write it above all tables"))
}

fn one() -> NonZeroU32 {
    NonZeroU32::MIN
}

fn yes() -> bool {
    true
}
