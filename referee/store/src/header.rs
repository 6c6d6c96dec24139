//! The first line of a file of results: where they come from.

use serde::{Deserialize, Serialize};

/// The version of the format of files.
pub const FORMAT: u32 = 1;

/// Everything that a run needs to be played again, and who played it on what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// See [`FORMAT`].
    pub format: u32,
    /// The referee's version.
    pub referee: String,
    /// The tournament file, word for word.
    pub config: String,
    /// The master seed, in decimal digits: JSON readers lose some of a large number.
    #[serde(with = "digits")]
    pub master: u64,
    /// What the schedule was made from, in the words of its crate; it gives every job again.
    pub plan: serde_json::Value,
    /// How many games the schedule has, where that is known beforehand.
    pub games: Option<u64>,
    /// Who takes part, in the order of the configuration.
    pub bots: Vec<Bot>,
    /// Whose submissions could not play, and so take no part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
    /// What the games are played on.
    pub machine: Machine,
    /// When the run began, in milliseconds since 1970 (UTC).
    pub began_ms: u64,
}

/// A bot that takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bot {
    /// Its name.
    pub name: String,
    /// The program that is started, and its arguments.
    pub command: Vec<String>,
}

/// A submission that could not play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The name that it would have.
    pub name: String,
    /// Why, in a line.
    pub why: String,
    /// What its build wrote, if that is the reason.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub log: String,
}

impl Refused {
    /// Of a message whose first line is the reason, and all else the log.
    pub fn new(name: String, message: &str) -> Refused {
        let (why, log) = message.split_once('\n').unwrap_or((message, ""));
        Refused {
            name,
            why: why.to_owned(),
            log: log.to_owned(),
        }
    }
}

impl Header {
    /// The names of those who take part, in order.
    pub fn names(&self) -> Vec<String> {
        self.bots.iter().map(|bot| bot.name.clone()).collect()
    }
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
