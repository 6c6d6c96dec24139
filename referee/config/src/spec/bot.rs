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
    /// Its name: one printable word of at most 40 characters, unique in the tournament.
    pub name: Option<String>,
    /// `house:NAME[,KEY=VALUE]`, `git:REV[:PATH]`, the folder of a bot, its toml file, or an executable
    /// file; or `run` instead.
    pub bot: Option<String>,
    /// The command that starts it, in its folder.
    pub run: Option<CommandLine>,
    /// A command that is run once before the tournament, in a copy of its folder, without network.
    pub build: Option<CommandLine>,
    /// A command that is run before the build, with network; only under `--allow-fetch`.
    pub fetch: Option<CommandLine>,
    /// Further arguments.
    pub args: Vec<String>,
    /// Environment variables.
    pub env: BTreeMap<String, String>,
    /// Further paths that it must be able to read. Named here they are allowed; in its own `bot.toml` they
    /// take `--allow-read`, beyond its folder and the system.
    pub read: Vec<PathBuf>,
    /// Further folders in which it finds programs, in front of the usual ones.
    pub path: Vec<PathBuf>,
    /// The games that it plays; any if not given.
    pub games: Option<Vec<String>>,
    /// Odds: its time is multiplied by this.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub time_factor: Option<f64>,
    /// Its own limits; what isn't given is as for all bots.
    pub limits: LimitsSpec,
    /// What stands for `{name}` in its words, where a tuning sets it.
    #[serde(skip)]
    pub settings: Option<Substitutions>,
}

/// A `bot.toml`, in the bot's folder. Paths are relative to it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BotFile {
    /// Its name; if missing, that of the folder.
    pub name: Option<String>,
    /// The command that starts it.
    pub run: Option<CommandLine>,
    /// A command that is run once before the tournament.
    pub build: Option<CommandLine>,
    /// A command that is run before the build, with network.
    pub fetch: Option<CommandLine>,
    /// Further arguments.
    pub args: Vec<String>,
    /// Environment variables.
    pub env: BTreeMap<String, String>,
    /// Further paths that it must be able to read.
    pub read: Vec<PathBuf>,
    /// Further folders in which it finds programs, in front of the usual ones.
    pub path: Vec<PathBuf>,
    /// The games that it plays.
    pub games: Option<Vec<String>>,
    /// Not the bot's to set; known only so that the error can explain it.
    pub limits: Option<IgnoredAny>,
}

/// Reads the text of a `bot.toml`.
pub fn parse_bot(text: &str) -> Result<BotFile, String> {
    suggestions::from_toml(text, &|_| None)
}
