//! `referee ludo-script`: plays the rolls of the university's Ludo assignment, and prints where they lead.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use referee_config::find_game;
use referee_games::ludo::script;
use referee_output::failure::bad_input;
use referee_output::{Exit, stdout};

/// Play rolls of Ludo by the four priority rules, and print the final squares of all tokens.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee ludo-script 'A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4'
  referee ludo-script --seats ABCD C6 C1 D6
  referee ludo-script --file rolls.txt
  echo A6 A4 | referee ludo-script --file -

The first prints 28 28 21 H: the squares of both tokens of each player, in the
order of the seats. H is the yard, R ready, a number the track, A1 to A6 the
home squares of A, E the end.

A roll is an ordinary one, whoever is on turn; one that moves nothing is lost.
The first rule that fits decides: leave the yard with a six; finish exactly;
kick; move the token behind.")]
pub struct LudoScriptArgs {
    /// The rolls, such as 'A6 A4 B6', as one argument or as several.
    #[arg(required_unless_present = "file")]
    rolls: Vec<String>,
    /// Read the rolls from a file; - for standard input.
    #[arg(long, value_name = "PATH", conflicts_with = "rolls")]
    file: Option<PathBuf>,
    /// The players, two to four of the letters ABCD in order.
    #[arg(long, default_value = "AB")]
    seats: String,
}

impl LudoScriptArgs {
    /// Plays the rolls and prints the squares.
    pub fn run(self) -> anyhow::Result<Exit> {
        let given = BTreeMap::from([("seats".to_owned(), self.seats)]);
        let rules = find_game("ludo").map_err(bad_input)?.rules(&given);
        let seats = rules.map_err(bad_input)?.start().seats();
        let (place, rolls) = match &self.file {
            None => (String::new(), self.rolls.join(" ")),
            Some(file) => (format!("{}: ", name(file)), read(file)?),
        };
        let squares = script(&rolls, &seats).map_err(|e| bad_input(format!("{place}{e}")))?;
        stdout::text(&squares)?;
        Ok(Exit::Fine)
    }
}

fn is_standard_input(file: &Path) -> bool {
    file.as_os_str() == "-"
}

fn name(file: &Path) -> String {
    if is_standard_input(file) {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    }
}

fn read(file: &Path) -> anyhow::Result<String> {
    let text = if is_standard_input(file) {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(file)
    };
    text.map_err(|e| bad_input(format!("{}: it can't be read: {e}", name(file))))
}
