//! `referee rules ludo script`: plays the rolls of the university's Ludo assignment, and prints where they lead.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use referee_engine::read_text;
use referee_games::Rules;
use referee_games::ludo::script;
use referee_output::failure::bad_input;
use referee_output::{Exit, stdout};
use serde_json::json;

/// Play rolls of Ludo by the four priority rules, and print the final squares of all tokens.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee rules ludo script 'A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4'
  referee rules ludo script --option seats=ABCD C6 C1 D6
  referee rules ludo script --file rolls.txt
  echo A6 A4 | referee rules ludo script --file -

The first prints 28 28 21 H: the squares of both tokens of each player, in the
order of the seats. H is the yard, R ready, a number the track, A1 to A6 the
home squares of A, E the end.

A roll is an ordinary one, whoever is on turn; one that moves nothing is lost.
The first rule that fits decides: leave the yard with a six; finish exactly;
kick; move the token behind.")]
pub struct ScriptArgs {
    /// The rolls, such as 'A6 A4 B6', as one argument or as several.
    #[arg(required_unless_present = "file")]
    rolls: Vec<String>,
    /// Read the rolls from a file; - for standard input.
    #[arg(long, value_name = "PATH", conflicts_with = "rolls")]
    file: Option<PathBuf>,
}

impl ScriptArgs {
    /// Plays the rolls and prints the squares.
    pub fn run(self, rules: &dyn Rules, json: bool) -> anyhow::Result<Exit> {
        let game = rules.name();
        if game != "ludo" {
            return Err(bad_input(format!(
                "{game}: a script is one of rolls of ludo; write `referee rules ludo script`"
            )));
        }
        let seats = rules.start().seats();
        let (place, rolls) = match &self.file {
            None => (String::new(), self.rolls.join(" ")),
            Some(file) => (format!("{}: ", name(file)), read(file)?),
        };
        let squares = script(&rolls, &seats).map_err(|e| bad_input(format!("{place}{e}")))?;
        let each: Vec<&str> = squares.split_whitespace().collect();
        stdout::show(json, &json!({ "squares": each }), || squares.clone())?;
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
        read_text(file)
    };
    text.map_err(|e| bad_input(format!("{}: it can't be read: {e}", name(file))))
}
