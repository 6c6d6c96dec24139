//! `referee check-rules`: tests whether the rules of a game hold what every game promises.

use crate::args::JailArgs;
use crate::args::number::whole;
use referee_checks::check_game;
use referee_output::failure::bad_input;
use referee_output::{Exit, stdout};

use super::game::GameOptions;

/// Check the rules of a game: a folder's, or those of a game that is built in.
///
/// Plays games at random, and compares what the program says in each position with what it says of
/// the state line, in the same process and in another one. Sends lines that are no states, takes
/// seats out, and measures the speed. Below each ✗ stand the lines for `referee rules` that show it.
#[derive(clap::Args)]
#[command(after_help = "Exit code 0: all holds; 1: something doesn't.

Examples:
  referee check-rules ./connect-four
  referee check-rules ./connect-four --games 500
  referee check-rules ludo --option seats=ABC")]
pub struct CheckRulesArgs {
    /// The game: a folder with a game.toml, written with a slash, or a name.
    game: String,
    /// Number of games.
    #[arg(short = 'n', long, default_value_t = 50, value_parser = whole::<u64, 1, 1_000_000>)]
    games: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: GameOptions,
    #[command(flatten)]
    jail: JailArgs,
}

impl CheckRulesArgs {
    /// Checks the game and prints the findings.
    pub fn run(self) -> anyhow::Result<Exit> {
        let (game, given) = self.options.choose(&self.game, &self.jail.wanted())?;
        let found = check_game(game.kind()?, &given, self.games).map_err(bad_input)?;
        stdout::show(self.json, &found, || found.text())?;
        Ok(if found.holds() { Exit::Fine } else { Exit::No })
    }
}
