//! Options for the game, its options and a state line.

use std::collections::BTreeMap;

use referee_config::find_game;
use referee_games::{GameKind, Position, Rules};
use referee_output::failure::bad_input;

/// The options of a game on the command line.
#[derive(Clone, clap::Args)]
pub struct GameOptions {
    /// An option of the game, see `referee rules`; may be given several times.
    #[arg(long = "option", value_name = "KEY=VALUE", global = true, value_parser = pair)]
    options: Vec<(String, String)>,
}

/// Parses `KEY=VALUE`.
pub fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}

impl GameOptions {
    /// Returns options that were parsed elsewhere.
    pub fn new(options: Vec<(String, String)>) -> GameOptions {
        GameOptions { options }
    }

    /// Returns the game of this name, and the options by name. Returns an error if there is no such game or
    /// an option is given twice.
    pub fn choose(
        self,
        game: &str,
    ) -> anyhow::Result<(&'static dyn GameKind, BTreeMap<String, String>)> {
        let kind = find_game(game).map_err(bad_input)?;
        let mut given = BTreeMap::new();
        for (key, value) in self.options {
            if given.insert(key.clone(), value).is_some() {
                return Err(bad_input(format!(
                    "option {key} is given twice; keep one of them"
                )));
            }
        }
        Ok((kind, given))
    }

    /// Returns the rules of the game of this name with these options.
    pub fn rules(self, game: &str) -> anyhow::Result<Box<dyn Rules>> {
        let (kind, given) = self.choose(game)?;
        kind.rules(&given).map_err(bad_input)
    }
}

/// Returns the position of a state line; without one, the default start.
pub fn position(rules: &dyn Rules, state: Option<&str>) -> anyhow::Result<Box<dyn Position>> {
    match state {
        None => Ok(rules.start()),
        Some(line) => rules
            .read(line)
            .map_err(|e| bad_input(format!("state of {}: {e}", rules.name()))),
    }
}
