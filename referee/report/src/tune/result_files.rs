//! The results of a tuning to take away: the bot's configuration with the values in it, and a tournament file
//! that tests these against the start.

use std::fs;
use std::path::{Path, PathBuf};

use referee_engine::filled;
use referee_record::Substitutions;
use toml::{Table, Value};

/// Keys of a bot in which values are substituted.
const KEYS: [&str; 4] = ["bot", "run", "args", "env"];
/// First words of a test file; a file without them isn't overwritten.
const MARK: &str = "# Written by `referee run`";
/// Keys that a test doesn't take over from the tuning.
const OWN: [&str; 4] = ["tune", "format", "seed", "bots"];

/// Returns the bot's lines of the configuration that hold parameters, with these values in them.
pub(super) fn words(config: &str, settings: &Substitutions) -> Vec<String> {
    let Some(bot) = bot(config) else {
        return Vec::new();
    };
    let line = |key: &&str| {
        let value = bot.get(*key)?;
        let set = set(value, settings);
        (set != *value).then(|| format!("{key} = {set}"))
    };
    KEYS.iter().filter_map(line).collect()
}

/// Returns the path of the test of a tuning file: next to it.
pub(super) fn test_of(file: &Path) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!("{stem}-sprt.toml"))
}

/// Writes the test of the tuned values against the start. Returns an error if the file can't be written, or
/// if it exists and wasn't written by a tuning.
pub(super) fn write_test(
    file: &Path,
    config: &str,
    (tuned, start): (&Substitutions, &Substitutions),
) -> Result<(), String> {
    let shown = file.display();
    let text = test(config, tuned, start)?;
    match fs::read_to_string(file) {
        Ok(before) if !before.starts_with(MARK) => {
            return Err(format!(
                "{shown} is there already, and nobody's to overwrite"
            ));
        }
        _ => {}
    }
    fs::write(file, text).map_err(|e| format!("{shown}: {e}"))
}

/// Returns the text of the test: the tournament file of the tuning with other games.
fn test(config: &str, tuned: &Substitutions, start: &Substitutions) -> Result<String, String> {
    let refuse = |e: &dyn std::fmt::Display| format!("the test can't be written: {e}");
    let mut table: Table = config.parse().map_err(|e: toml::de::Error| refuse(&e))?;
    let bot = bot(config).ok_or_else(|| refuse(&"the file names no bot"))?;
    table.retain(|key, _| !OWN.contains(&key));
    table.insert("format".to_owned(), "sprt".into());
    table.insert("sprt".to_owned(), Value::Table(Table::new()));
    let side = |name: &str, settings: &Substitutions| {
        let mut side = bot.clone();
        for key in KEYS {
            if let Some(value) = side.get_mut(key) {
                *value = set(value, settings);
            }
        }
        side.insert("name".to_owned(), name.into());
        Value::Table(side)
    };
    let bots = vec![side("tuned", tuned), side("start", start)];
    table.insert("bots".to_owned(), Value::Array(bots));
    let text = toml::to_string(&table).map_err(|e| refuse(&e))?;
    Ok(format!(
        "{MARK}: is what came out stronger than the start?\n\n{text}"
    ))
}

fn bot(config: &str) -> Option<Table> {
    let table: Table = config.parse().ok()?;
    table.get("bots")?.as_array()?.first()?.as_table().cloned()
}

/// Returns a value with its parameters substituted.
fn set(value: &Value, settings: &Substitutions) -> Value {
    match value {
        Value::String(text) => Value::String(filled(text, settings)),
        Value::Array(values) => {
            Value::Array(values.iter().map(|item| set(item, settings)).collect())
        }
        Value::Table(table) => {
            let entries = table
                .iter()
                .map(|(key, item)| (key.clone(), set(item, settings)));
            Value::Table(entries.collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = "game = 'onitama'\nformat = 'tune'\nseed = 3\nopenings = 4\n[tune]\nparameters = []\n\
        [limits]\nfiles = 20\n[[bots]]\nrun = './b --w {w}'\nargs = ['-d', '{d}']\nenv = { W = '{w}', X = 'y' }\n";

    fn settings(w: &str, d: &str) -> Substitutions {
        [("w", w), ("d", d)]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into()
    }

    #[test]
    fn words_are_those_that_change() {
        assert_eq!(
            words(CONFIG, &settings("0.5", "3")),
            [
                "run = \"./b --w 0.5\"",
                "args = [\"-d\", \"3\"]",
                "env = { W = \"0.5\", X = \"y\" }"
            ]
        );
    }

    #[test]
    fn the_test_is_the_same_with_other_games() {
        let text = test(CONFIG, &settings("1", "2"), &settings("3", "4")).expect("a test");
        let table: Table = text.parse().expect("TOML");
        for gone in ["tune", "seed"] {
            assert!(!table.contains_key(gone), "{text}");
        }
        assert_eq!(table["format"].as_str(), Some("sprt"));
        assert_eq!(table["openings"].as_integer(), Some(4));
        assert_eq!(table["limits"]["files"].as_integer(), Some(20));
        assert_eq!(table["bots"][0]["run"].as_str(), Some("./b --w 1"));
        assert_eq!(table["bots"][1]["env"]["W"].as_str(), Some("3"));
        assert_eq!(table["bots"][1]["name"].as_str(), Some("start"));
    }
}
