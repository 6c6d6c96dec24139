//! Collects what a command line of another tool asks for, in the words of the referee.

use std::fmt::Display;

use super::engine_keys::EnginePairs;

/// A choice, as options of a command and as a key of a tournament file.
#[derive(Debug)]
pub struct Setting {
    /// The words of the command; none if the command does so by itself, and `None` if only a file can say it.
    pub words: Option<Vec<String>>,
    /// The table of the file; empty for a key above all tables.
    pub table: &'static str,
    /// The key in that table.
    pub key: &'static str,
    /// Its value, in TOML.
    pub value: String,
}

impl Setting {
    /// Creates a setting of these words, for a key of a table.
    pub fn new(
        words: Option<&[&str]>,
        (table, key): (&'static str, &'static str),
        value: impl Display,
    ) -> Setting {
        Setting {
            words: words.map(owned),
            table,
            key,
            value: value.to_string(),
        }
    }
}

/// What a command line of another tool asks for.
#[derive(Debug, Default)]
pub struct ForeignMatch {
    /// True if the tool is cutechess-cli, whose defaults differ.
    pub cutechess: bool,
    /// The engines, without what is said of all of them.
    pub engines: Vec<EnginePairs>,
    /// What is said of all engines.
    pub each: EnginePairs,
    /// The number of rounds.
    pub rounds: Option<u32>,
    /// The number of games of a pair in a round.
    pub games: Option<u32>,
    /// The format of the tournament, in the referee's word, if one is named.
    pub format: Option<&'static str>,
    /// The number of engines that meet the others.
    pub seeds: Option<u32>,
    /// True if a sequential test is asked for.
    pub is_test: bool,
    /// The file for the games.
    pub pgn: Option<String>,
    /// Everything that needs no more thought.
    pub settings: Vec<Setting>,
    /// A sentence for each option that has no counterpart or means something else.
    pub notes: Vec<String>,
    /// The words of a command that does no more than one option asks for, such as `-version`.
    pub instead: Option<Vec<String>>,
}

impl ForeignMatch {
    /// Adds a setting, or replaces an earlier one of the same key.
    pub fn set(&mut self, setting: Setting) {
        let (table, key) = (setting.table, setting.key);
        self.settings
            .retain(|other| (other.table, other.key) != (table, key));
        self.settings.push(setting);
    }

    /// Adds a sentence, once.
    pub fn tell(&mut self, sentence: String) {
        if !self.notes.contains(&sentence) {
            self.notes.push(sentence);
        }
    }

    /// Tells if a setting has this key above all tables.
    pub fn has(&self, key: &str) -> bool {
        self.settings
            .iter()
            .any(|setting| setting.table.is_empty() && setting.key == key)
    }
}

/// Returns words that outlive others.
pub fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
