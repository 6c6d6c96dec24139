//! The settings of a bot: in the `[[bots]]` and the `submission_defaults` of a tournament, and in its own `bot.toml`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use referee_record::Substitutions;
use schemars::JsonSchema;
use serde::Deserialize;

use super::engine::{EngineDialect, EngineSettings, EngineValue};
use crate::limits::LimitsSpec;
use crate::place::Refusal;
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
    /// executable file; `uci:` or `xboard:` in front of one of the last three, or of a command, means a
    /// chess engine that speaks so. With a folder, `run` replaces the command of its `bot.toml`.
    pub bot: Option<String>,
    /// The command that starts the bot, in its folder.
    pub run: Option<CommandLine>,
    /// A command that builds the bot: it runs once before the tournament, in a copy of the folder,
    /// without network access.
    pub build: Option<CommandLine>,
    /// A command that runs before the build with network access, only with `--allow-fetch`.
    pub fetch: Option<CommandLine>,
    /// The protocol that the bot speaks. `uci` and `xboard`: it is a chess engine, and `referee translate`
    /// translates. Default: `"lines"`.
    #[schemars(with = "BotProtocol")]
    pub protocol: Option<BotProtocol>,
    /// Options of a UCI engine, by name: `{ Hash = 64, Threads = 1 }`.
    pub uci: BTreeMap<String, EngineValue>,
    /// Options of an xboard engine, by name, among them `memory` and `cores`: `{ memory = 64 }`.
    pub xboard: BTreeMap<String, EngineValue>,
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
    #[schemars(with = "LimitsSpec")]
    pub limits: Option<LimitsSpec>,
    /// Whether the others play without it where it can't be built or started. Default: false.
    #[schemars(with = "bool", extend("default" = false))]
    pub optional: Option<bool>,
    /// A file that must be in a submission's folder, as a name or a pattern; for `submission_defaults`.
    #[schemars(skip)]
    pub when: Option<String>,
    /// Values that replace `{name}` in the bot's arguments and environment, set by a tuning.
    #[serde(skip)]
    pub settings: Option<Substitutions>,
}

/// A protocol of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BotProtocol {
    /// The referee's own.
    Lines,
    /// UCI, of chess engines.
    Uci,
    /// That of xboard, of chess engines.
    Xboard,
}

impl BotProtocol {
    /// Returns the protocol of an engine; `None` for the referee's own.
    pub fn dialect(self) -> Option<EngineDialect> {
        match self {
            BotProtocol::Lines => None,
            BotProtocol::Uci => Some(EngineDialect::Uci),
            BotProtocol::Xboard => Some(EngineDialect::Xboard),
        }
    }
}

impl From<EngineDialect> for BotProtocol {
    fn from(dialect: EngineDialect) -> BotProtocol {
        match dialect {
            EngineDialect::Uci => BotProtocol::Uci,
            EngineDialect::Xboard => BotProtocol::Xboard,
        }
    }
}

/// Where the settings of a bot stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BotPlace {
    /// In a tournament's `[[bots]]`.
    Bots,
    /// In the bot's own `bot.toml`.
    OwnFile,
    /// In a tournament's `submission_defaults`.
    SubmissionDefaults,
}

impl BotSpec {
    /// Keys that don't belong everywhere, whether they are set, and where they belong.
    fn special(&self) -> [(&'static str, bool, &'static [BotPlace]); 7] {
        use BotPlace::{Bots, OwnFile, SubmissionDefaults};
        [
            ("name", self.name.is_some(), &[Bots, OwnFile]),
            ("games", self.games.is_some(), &[Bots, OwnFile]),
            ("limits", self.limits.is_some(), &[Bots, SubmissionDefaults]),
            ("bot", self.bot.is_some(), &[Bots]),
            ("time_factor", self.time_factor.is_some(), &[Bots]),
            ("optional", self.optional.is_some(), &[Bots]),
            ("when", self.when.is_some(), &[SubmissionDefaults]),
        ]
    }

    /// Returns the keys that don't belong to the defaults of submissions.
    pub(crate) fn not_for_submissions() -> impl Iterator<Item = &'static str> {
        let special = BotSpec::default().special().into_iter();
        let elsewhere =
            special.filter(|(.., places)| !places.contains(&BotPlace::SubmissionDefaults));
        elsewhere.map(|(key, ..)| key)
    }

    /// Returns the first key that is set and doesn't belong to the place where these settings stand, and a sentence that
    /// says where it belongs.
    pub(crate) fn misplaced(&self, place: BotPlace) -> Option<(&'static str, String)> {
        let is_misplaced =
            |(_, set, places): &(_, bool, &[BotPlace])| *set && !places.contains(&place);
        let (key, _, places) = self.special().into_iter().find(is_misplaced)?;
        let why = match (key, place) {
            ("limits", _) => "limits: a bot doesn't set its own; the tournament does, in [limits], in its [[bots]] \
                              or in [submission_defaults]".to_owned(),
            _ if places.contains(&BotPlace::Bots) => format!("{key} belongs to a bot in the [[bots]] of a tournament"),
            _ => format!("{key} belongs to the submission_defaults of a tournament"),
        };
        Some((key, why))
    }

    /// Merges these settings over others of the same bot.
    pub(crate) fn over(self, below: BotSpec) -> BotSpec {
        BotSpec {
            name: self.name.or(below.name),
            run: self.run.or(below.run),
            build: self.build.or(below.build),
            fetch: self.fetch.or(below.fetch),
            protocol: self.protocol.or(below.protocol),
            uci: below.uci.into_iter().chain(self.uci).collect(),
            xboard: below.xboard.into_iter().chain(self.xboard).collect(),
            args: [below.args, self.args].concat(),
            env: below.env.into_iter().chain(self.env).collect(),
            read: [below.read, self.read].concat(),
            // Folders that are named last are searched first.
            path: [self.path, below.path].concat(),
            games: self.games.or(below.games),
            ..self
        }
    }
}

impl BotSpec {
    /// Returns the settings of an engine; `None` for a bot of lines. Returns an error if there are options of an engine
    /// that speaks another protocol.
    pub(crate) fn engine(&self) -> Result<Option<EngineSettings>, String> {
        let spoken = self.protocol.and_then(BotProtocol::dialect);
        let mut settings = None;
        for (dialect, options) in [
            (EngineDialect::Uci, &self.uci),
            (EngineDialect::Xboard, &self.xboard),
        ] {
            let word = dialect.word();
            if spoken == Some(dialect) {
                let text =
                    |(name, value): (&String, &EngineValue)| (name.clone(), value.to_string());
                let options: BTreeMap<String, String> = options.iter().map(text).collect();
                let odd = |text: &str| text.contains(char::is_control);
                if let Some((name, _)) =
                    options.iter().find(|(name, value)| odd(name) || odd(value))
                {
                    return Err(format!("{word}: {name:?} holds a control character"));
                }
                settings = Some(EngineSettings { dialect, options });
            } else if let Some(name) = options.keys().next() {
                let instead = spoken.map_or_else(
                    || format!("write `protocol = \"{word}\"`, too"),
                    |spoken| {
                        format!(
                            "this one speaks another protocol: write it into `{}`",
                            spoken.word()
                        )
                    },
                );
                return Err(format!(
                    "{word}: {name} is an option of an engine; {instead}"
                ));
            }
        }
        Ok(settings)
    }
}

/// Reads the text of a `bot.toml`; its paths are relative to its folder.
pub(crate) fn parse_bot(text: &str) -> Result<BotSpec, String> {
    let spec: BotSpec = suggestions::from_toml(text, &|_| None)?;
    match spec.misplaced(BotPlace::OwnFile) {
        Some((key, why)) => Err(Refusal::key(key, why).shown(text)),
        None => Ok(spec),
    }
}
