//! `referee new-game`: writes a game whose rules are a program, with a bot and a tournament.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use referee_output::failure::bad_input;
use referee_output::{Exit, stdout};

use super::new::{beside, name_of, write};

/// Create a game whose rules are a program, with a bot and a tournament.
///
/// The folder holds a whole small game to change into another one; the bot and the tournament file
/// are written next to it. Existing files are never overwritten.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee new-game python my-game
  referee new-game javascript my-game
  referee new-game rust my-game")]
pub struct NewGameArgs {
    /// The language of the rules.
    language: Language,
    /// The folder to create, whose name becomes the game's: lower-case letters, digits, hyphens.
    folder: PathBuf,
}

/// The languages, each with a game.
#[derive(Clone, Copy, ValueEnum)]
enum Language {
    /// Connect Four
    Python,
    /// Pig, a dice game for three
    Javascript,
    /// Breakthrough
    Rust,
}

/// Files with their texts.
type Files = &'static [(&'static str, &'static str)];

macro_rules! game_file {
    ($name:literal, $path:literal) => {
        (
            $name,
            include_str!(concat!("../../../../tournaments/games/", $path)),
        )
    };
}

/// An example game, and its bot.
struct GameKit {
    title: &'static str,
    needs: &'static str,
    game: Files,
    bot: Files,
}

impl Language {
    fn kit(self) -> GameKit {
        match self {
            Language::Python => GameKit {
                title: "Connect Four",
                needs: "Python 3.8 or later",
                game: &[
                    game_file!("game.toml", "connect-four/game.toml"),
                    game_file!("connect_four.py", "connect-four/connect_four.py"),
                    game_file!("rules.py", "connect-four/rules.py"),
                ],
                bot: &[
                    game_file!("bot.toml", "bots/four-python/bot.toml"),
                    game_file!("bot.py", "bots/four-python/bot.py"),
                ],
            },
            Language::Javascript => GameKit {
                title: "Pig, a dice game for three",
                needs: "Node.js, and its bot Python 3.8 or later",
                game: &[
                    game_file!("game.toml", "pig/game.toml"),
                    game_file!("pig.js", "pig/pig.js"),
                    game_file!("rules.js", "pig/rules.js"),
                ],
                bot: &[
                    game_file!("bot.toml", "bots/pig/bot.toml"),
                    game_file!("bot.py", "bots/pig/bot.py"),
                ],
            },
            Language::Rust => GameKit {
                title: "Breakthrough",
                needs: "cargo, and its bot Python 3.8 or later",
                game: &[
                    game_file!("game.toml", "breakthrough/game.toml"),
                    game_file!("Cargo.toml", "breakthrough/Cargo.toml"),
                    game_file!("src/main.rs", "breakthrough/src/main.rs"),
                ],
                bot: &[
                    game_file!("bot.toml", "bots/breakthrough/bot.toml"),
                    game_file!("bot.py", "bots/breakthrough/bot.py"),
                ],
            },
        }
    }
}

impl NewGameArgs {
    /// Writes the files.
    pub fn run(self) -> anyhow::Result<Exit> {
        let name = name_of(&self.folder).map_err(bad_input)?;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !name.chars().all(plain) {
            return Err(bad_input(format!(
                "the folder gives the game its name, and {name:?} can't be one; expected lower-case letters, digits \
                 and hyphens"
            )));
        }
        let kit = self.language.kit();
        let bot = beside(&self.folder, &format!("{name}-bot"));
        let tournament = beside(&self.folder, &format!("{name}-tournament.toml"));
        let into = |folder: &Path, files: Files| -> Vec<(PathBuf, String)> {
            let files = files.iter();
            files
                .map(|(file, text)| (folder.join(file), (*text).to_owned()))
                .collect()
        };
        let mut planned = into(&self.folder, kit.game);
        planned.extend(into(&bot, kit.bot));
        planned.push((tournament.clone(), tournament_of(&name, kit.title)));
        write(&planned).map_err(bad_input)?;
        let (folder, tournament) = (self.folder.display(), tournament.display());
        let GameKit { title, needs, .. } = kit;
        // A game is a folder if it is written with a slash.
        let word = if self.folder.components().count() > 1 {
            folder.to_string()
        } else {
            format!("./{folder}")
        };
        stdout::text(&format!(
            "{folder} holds {title}, whose rules need {needs}. Then:\n\n  \
             referee check-rules {word}\n  \
             referee run {tournament}\n  \
             referee play --game {word} me house:random\n  \
             referee docs your-own-game\n"
        ))?;
        Ok(Exit::Fine)
    }
}

/// Returns the text of a tournament of the game's bot and two of the house.
fn tournament_of(name: &str, title: &str) -> String {
    format!(
        "# {name}, which begins as {title}: its rules are the program in {name}/.\n\
         game = \"./{name}\"\n\
         format = \"round-robin\"\n\
         rounds = 5\n\
         openings = 2\n\
         time = {{ move_ms = 1000 }}\n\
         \n\
         [[bots]]\n\
         bot = \"{name}-bot\"\n\
         \n\
         [[bots]]\n\
         bot = \"house:random\"\n\
         \n\
         [[bots]]\n\
         bot = \"house:first\"\n"
    )
}
