//! `referee coming-from`: translates a command line of fastchess or cutechess-cli.

mod engine_keys;
mod foreign_match;
mod options;
mod schedule;
mod shell;
#[cfg(test)]
mod tests;
mod translate;

use referee_output::failure::bad_input;
use referee_output::{Exit, remarks, stdout};

/// Translate a command line of fastchess or cutechess-cli.
///
/// Prints the command that does the same, with the tournament file that it needs, if it needs one, and
/// on stderr a sentence for each option that has no counterpart or means something else. Plays
/// nothing, and opens no file. docs/coming-from.md has a table of the options.
#[derive(clap::Args)]
#[command(
    override_usage = "referee coming-from [OPTIONS] <LINE>\n       referee coming-from [OPTIONS] -- <WORD>..."
)]
#[command(after_help = "Examples:
  referee coming-from -- fastchess -quick cmd=./new cmd=./old book=book.epd
  referee coming-from \"$(cat sprt.sh)\"
  referee coming-from --json '-engine cmd=./a -engine cmd=./b -each tc=8+0.08'

Keys of the JSON object: command (its words), then (those of a command for
afterwards, or null), file (the text of the tournament file that the command
names last, or null), notes (the sentences).")]
pub struct ComingFromArgs {
    /// The command line, in quotes.
    #[arg(
        value_name = "LINE",
        allow_hyphen_values = true,
        required_unless_present = "words",
        conflicts_with = "words"
    )]
    line: Option<String>,
    /// The words of the command line.
    #[arg(last = true, value_name = "WORD")]
    words: Vec<String>,
    /// Print JSON instead of commands.
    #[arg(long)]
    json: bool,
}

impl ComingFromArgs {
    /// Prints the translation.
    pub fn run(self) -> anyhow::Result<Exit> {
        let words = match &self.line {
            Some(line) => shell::split_line(line).map_err(bad_input)?,
            None => self.words,
        };
        let translation = translate::translate(&words).map_err(bad_input)?;
        if self.json {
            stdout::json(&translation)?;
            return Ok(Exit::Fine);
        }
        stdout::text(&translation.text())?;
        for note in &translation.notes {
            remarks::sentences(&format!("referee: {note}"));
        }
        Ok(Exit::Fine)
    }
}
