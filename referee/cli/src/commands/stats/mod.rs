//! `referee stats`: calculators, a file each. What they share is how an answer is printed: as text
//! for people, or as one JSON object for programs, errors too.

mod field;
mod places;
mod rate;
mod table;

use clap::Subcommand;
use serde::Serialize;
use serde_json::json;

use crate::exit::Exit;
use crate::out;

/// Calculate ratings and their errors.
///
/// Definitions and formulas stand in docs/ratings.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee stats rate scores.csv --first-seat-term
  referee stats places games.csv --json")]
pub struct Args {
    #[command(subcommand)]
    calculator: Calculator,
    /// Print one JSON object of unrounded numbers instead of text; a failure too is one, with the
    /// key `error`.
    #[arg(long, global = true)]
    json: bool,
}

/// What can be calculated.
#[derive(Subcommand)]
enum Calculator {
    /// Rate a field by what everybody scored against everybody.
    Rate(rate::Args),
    /// Rate a field by the places of its games, for any number of seats.
    Places(places::Args),
}

impl Calculator {
    fn answer(self) -> anyhow::Result<Answer> {
        match self {
            Calculator::Rate(args) => args.answer(),
            Calculator::Places(args) => args.answer(),
        }
    }
}

/// What a calculator found, in both forms.
struct Answer {
    text: String,
    json: String,
}

impl Answer {
    /// A text for people, and the figures for programs.
    fn new(text: String, figures: &impl Serialize) -> anyhow::Result<Answer> {
        let json = serde_json::to_string_pretty(figures)?;
        Ok(Answer { text, json })
    }
}

impl Args {
    /// Calculates.
    pub fn run(self) -> anyhow::Result<Exit> {
        match self.calculator.answer() {
            Ok(answer) if self.json => out::text(&answer.json)?,
            Ok(answer) => out::text(&answer.text)?,
            Err(error) => {
                if self.json {
                    tell(&format!("{error:#}"))?;
                }
                return Err(error);
            }
        }
        Ok(Exit::Fine)
    }
}

/// Tells a program that reads the output what is wrong.
fn tell(message: &str) -> std::io::Result<()> {
    out::text(&json!({ "error": message }).to_string())
}
