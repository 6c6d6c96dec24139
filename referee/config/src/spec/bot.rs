//! Parses the settings of a bot in a tournament file, and in its own `bot.toml`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use referee_record::Substitutions;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::limits::LimitsSpec;
use crate::suggestions;
use crate::words::CommandLine;

/// A bot of a tournament.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "Bot")]
pub struct BotSpec {
    /// The bot's name: one printable word of at most 40 characters, unique in the tournament.
    pub name: Option<String>,
    /// The bot: `house:NAME[,KEY=VALUE]`, `git:REV[:PATH]`, its folder, its toml file, or an
    /// executable file. With a folder, `run` replaces the command of its `bot.toml`.
    pub bot: Option<String>,
    /// The command that starts the bot, in its folder.
    pub run: Option<CommandLine>,
    /// A command that builds the bot: it runs once before the tournament, in a copy of the folder,
    /// without network access.
    pub build: Option<CommandLine>,
    /// A command that runs before the build with network access, only with `--allow-fetch`.
    pub fetch: Option<CommandLine>,
    /// More arguments of the command.
    pub args: Vec<String>,
    /// Environment variables of the bot.
    pub env: BTreeMap<String, String>,
    /// More paths that the bot may read. Paths here are allowed; in the bot's own `bot.toml`, paths
    /// outside its folder and the system need `--allow-read`.
    pub read: Vec<PathBuf>,
    /// More folders for programs, searched before the usual ones.
    pub path: Vec<PathBuf>,
    /// The games that the bot plays. Default: all games.
    pub games: Option<Vec<String>>,
    /// Odds: the factor by which the bot's time is multiplied. Default: 1.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub time_factor: Option<f64>,
    /// The bot's own limits. Default: the tournament's limits.
    pub limits: LimitsSpec,
    /// Whether the others play without it where it can't be built or started. Default: false.
    pub optional: bool,
    /// Values that replace `{name}` in the bot's arguments and environment, set by a tuning.
    #[serde(skip)]
    pub settings: Option<Substitutions>,
}

/// A `bot.toml` in the bot's folder. Paths are relative to this folder.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct BotFile {
    /// The bot's name. Default: the folder's name.
    pub name: Option<String>,
    /// The command that starts it.
    pub run: Option<CommandLine>,
    /// A command that builds the bot: it runs once before the tournament.
    pub build: Option<CommandLine>,
    /// A command that runs before the build with network access.
    pub fetch: Option<CommandLine>,
    /// More arguments of the command.
    pub args: Vec<String>,
    /// Environment variables of the bot.
    pub env: BTreeMap<String, String>,
    /// More paths that the bot must be able to read.
    pub read: Vec<PathBuf>,
    /// More folders for programs, searched before the usual ones.
    pub path: Vec<PathBuf>,
    /// The games that the bot plays.
    pub games: Option<Vec<String>>,
    /// Not allowed in a `bot.toml`; parsed only so that the error can explain it.
    pub limits: Option<IgnoredAny>,
}

/// Reads the text of a `bot.toml`.
pub(crate) fn parse_bot(text: &str) -> Result<BotFile, String> {
    suggestions::from_toml(text, &|_| None)
}
