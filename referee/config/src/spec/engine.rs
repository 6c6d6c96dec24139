//! The settings of a chess engine: its protocol, and its options.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A protocol of chess engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineDialect {
    /// UCI.
    Uci,
    /// CECP, the protocol of xboard.
    Xboard,
}

impl EngineDialect {
    /// All of them.
    pub const ALL: [EngineDialect; 2] = [EngineDialect::Uci, EngineDialect::Xboard];

    /// Returns its word in settings and on command lines.
    pub fn word(self) -> &'static str {
        match self {
            EngineDialect::Uci => "uci",
            EngineDialect::Xboard => "xboard",
        }
    }

    /// Splits the name of a bot that begins with such a word, as in `uci:./engine`; `None` for another bot.
    pub fn of_bot(bot: &str) -> Option<(EngineDialect, &str)> {
        EngineDialect::ALL.into_iter().find_map(|dialect| {
            let engine = bot.strip_prefix(dialect.word())?.strip_prefix(':')?;
            Some((dialect, engine))
        })
    }
}

/// What the translator of an engine is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSettings {
    /// The protocol that the engine speaks.
    pub dialect: EngineDialect,
    /// Its options, by name.
    pub options: BTreeMap<String, String>,
}

/// The value of an engine's option.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum EngineValue {
    /// Of a check box.
    Switch(bool),
    /// A number.
    Number(i64),
    /// A text, or one of several words.
    Text(String),
}

impl Display for EngineValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineValue::Switch(on) => on.fmt(f),
            EngineValue::Number(number) => number.fmt(f),
            EngineValue::Text(text) => text.fmt(f),
        }
    }
}
