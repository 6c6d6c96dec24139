//! `referee stats`: calculators, a file each. What they share is how an answer is printed: as text
//! for people, or as one JSON object for programs, errors too.

mod counts;
mod elo;
mod field;
mod llr;
mod pair;
mod places;
mod rate;
mod table;

use std::env;

use clap::Subcommand;
use serde::Serialize;
use serde_json::json;

use crate::exit::Exit;
use crate::out;
use crate::sinks::document;

/// Calculate strengths, sequential tests, ratings, Swiss pairings.
///
/// Definitions and formulas stand in docs/statistics.md and docs/ratings.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee stats elo 96 111 136
  referee stats llr --model normalized --elo0 0 --elo1 10 5 10 20 18 7
  referee stats elo 34 54 63 64 75 --json
  referee stats rate scores.csv --first-seat-term
  referee stats places games.csv --json
  referee stats pair club.toml")]
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
    /// Say how much stronger one bot is than another: score, Elo, normalized Elo, LOS.
    Elo(elo::Args),
    /// Test between two strengths: log-likelihood ratio and bounds.
    Llr(llr::Args),
    /// Pair the next round of a Swiss event.
    Pair(pair::Args),
    /// Rate a field by what everybody scored against everybody.
    Rate(rate::Args),
    /// Rate a field by the places of its games, for any number of seats.
    Places(places::Args),
}

impl Calculator {
    fn answer(self) -> anyhow::Result<Answer> {
        match self {
            Calculator::Elo(args) => args.answer(),
            Calculator::Llr(args) => args.answer(),
            Calculator::Pair(args) => args.answer(),
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
        let json = document(figures)?;
        Ok(Answer { text, json })
    }
}

impl Args {
    /// Calculates, and prints nothing.
    #[cfg(fuzzing)]
    pub fn answer(self) -> anyhow::Result<impl Sized> {
        self.calculator.answer()
    }

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

/// Does the same where the command line itself can't be read, if it is one of a calculator and asks
/// for JSON.
pub fn refused(error: &clap::Error) {
    let mut words = env::args_os().skip(1);
    let asked =
        words.next().is_some_and(|word| word == "stats") && words.any(|word| word == "--json");
    if asked && error.use_stderr() {
        let message = error.to_string();
        let lines = message.lines().map(str::trim);
        let first: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
        let first = first.join(" ");
        // Whoever reads it may have gone; the exit code says it too.
        let _ = tell(first.strip_prefix("error: ").unwrap_or(&first));
    }
}
