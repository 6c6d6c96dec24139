//! The settings of a game whose rules are a program: the `game.toml` in its folder.

use std::collections::BTreeMap;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;

use super::BotSpec;
use crate::suggestions;
use crate::words::{CommandLine, OptionValue};

/// A game whose rules are a program. Paths are relative to this file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Game")]
pub struct GameSpec {
    /// The game's name: a word of lower-case letters, digits and hyphens, at most 40. Default: the
    /// name of the folder.
    pub name: Option<String>,
    /// A description in one sentence. Default: none.
    #[serde(default)]
    pub title: String,
    /// The letters of the seats of the default start, two to four, in order. Default: `AB`.
    #[serde(default = "two_seats")]
    pub seats: String,
    /// The reasons for which the game ends by its own rules, one word each.
    pub reasons: Vec<String>,
    /// Most moves that a game can have, from 1 to 1 000 000. Default: 1000.
    #[serde(default = "usual_plies")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub max_plies: u64,
    /// The options of the game, by name.
    #[serde(default)]
    pub options: BTreeMap<String, GameOptionSpec>,
    /// How boards split a move into parts that are chosen one after the other. Default: `whole`.
    #[serde(default)]
    pub moves: MovesSpec,
    /// The command that starts the program, in its folder.
    pub run: CommandLine,
    /// A command that builds the program: it runs once, in a copy of the folder, without network access.
    pub build: Option<CommandLine>,
    /// A command that runs before the build with network access, only with `--allow-fetch`.
    pub fetch: Option<CommandLine>,
    /// More arguments of the command.
    #[serde(default)]
    pub args: Vec<String>,
    /// Environment variables of the program.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// More paths that the program may read; outside its folder and the system they need
    /// `--allow-read`.
    #[serde(default)]
    pub read: Vec<PathBuf>,
    /// More folders for programs, searched before the usual ones.
    #[serde(default)]
    pub path: Vec<PathBuf>,
    /// The limits of the program.
    #[serde(default)]
    pub limits: GameLimitsSpec,
}

/// An option of a game. `choice` makes it one of these words, `min` and `max` a whole number, `form` a word; otherwise
/// it is true or false.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GameOption")]
pub struct GameOptionSpec {
    /// The value if none is given.
    pub default: OptionValue,
    /// One sentence for lists.
    #[serde(default)]
    pub help: String,
    /// The least whole number.
    pub min: Option<u32>,
    /// The greatest whole number.
    pub max: Option<u32>,
    /// The words to choose from.
    pub choice: Option<Vec<String>>,
    /// What a word must look like, for people; the program decides.
    pub form: Option<String>,
}

/// How the notation of a move is split into parts.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Moves")]
pub enum MovesSpec {
    /// One part: the whole move.
    #[default]
    Whole,
    /// A part for each square, such as `a1b2`.
    Squares,
}

/// Limits of a program that holds rules.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "GameLimits")]
pub struct GameLimitsSpec {
    /// Milliseconds until its first answer, from 1 to 60 000. Default: 10 000.
    #[schemars(range(min = 1, max = 60_000))]
    pub start_ms: Option<u64>,
    /// Milliseconds for each other answer, from 1 to 60 000. Default: 1000.
    #[schemars(range(min = 1, max = 60_000))]
    pub request_ms: Option<u64>,
    /// Memory of all its processes together, in MiB. Default: 512.
    #[schemars(range(min = 16, max = 1_048_576))]
    pub memory_mib: Option<u64>,
    /// Maximum number of its processes and threads. Default: 128.
    #[schemars(range(min = 1, max = 32_768))]
    pub processes: Option<u64>,
}

impl GameSpec {
    /// Takes the settings that a bot has too.
    pub(crate) fn take_program(&mut self) -> BotSpec {
        BotSpec {
            run: Some(self.run.clone()),
            build: self.build.take(),
            fetch: self.fetch.take(),
            args: std::mem::take(&mut self.args),
            env: std::mem::take(&mut self.env),
            read: std::mem::take(&mut self.read),
            path: std::mem::take(&mut self.path),
            ..BotSpec::default()
        }
    }
}

fn two_seats() -> String {
    "AB".to_owned()
}

fn usual_plies() -> u64 {
    1000
}

/// Reads the text of a `game.toml`; its paths are relative to its folder.
pub(crate) fn parse_game(text: &str) -> Result<GameSpec, String> {
    suggestions::from_toml(text, &|_| None)
}
