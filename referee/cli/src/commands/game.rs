//! Options for the game, its options and a state line.

use std::collections::BTreeMap;

use referee_build::jail::JailRequest;
use referee_games::{Position, Rules};
use referee_output::failure::{bad_input, machine};

use crate::ready_game::ReadyGame;

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

    /// Returns the game that a word names, ready to be asked, and the options by name. Returns an error if there is no
    /// such game, its program can't be made ready, or an option is given twice.
    pub fn choose(
        self,
        game: &str,
        jail: &JailRequest,
    ) -> anyhow::Result<(ReadyGame, BTreeMap<String, String>)> {
        let game = ReadyGame::find(game, jail)?;
        let mut given = BTreeMap::new();
        for (key, value) in self.options {
            if given.insert(key.clone(), value).is_some() {
                return Err(bad_input(format!(
                    "option {key} is given twice; keep one of them"
                )));
            }
        }
        Ok((game, given))
    }
}

/// Returns the position of a state line; without one, the default start. Returns an error if the program that holds the
/// rules fails.
pub fn position(rules: &dyn Rules, state: Option<&str>) -> anyhow::Result<Box<dyn Position>> {
    let position = match state {
        None => rules.start(),
        Some(line) => rules
            .read(line)
            .map_err(|e| bad_input(format!("state of {}: {e}", rules.name())))?,
    };
    match position.failure() {
        Some(why) => Err(machine(why)),
        None => Ok(position),
    }
}
