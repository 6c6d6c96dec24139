//! `referee stats`: calculators, one file each. They share the output: text for people, or one JSON object
//! for programs, also for errors.

mod counts;
mod elo;
mod field;
mod llr;
mod plan;
mod rate;
mod simulate_sprt;
mod table;

use clap::Subcommand;
use referee_output::sanitize::document;
use referee_output::{Exit, stdout};
use serde::Serialize;

/// Calculate strengths, tests and their lengths, ratings.
///
/// Definitions and formulas are in docs/statistics.md and docs/ratings.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee stats elo 96 111 136
  referee stats llr --model normalized --elo0 0 --elo1 10 5 10 20 18 7
  referee stats elo 34 54 63 64 75 --json
  referee stats rate scores.csv --first-seat-term
  referee stats simulate-sprt --elo1 10 --tests 1000
  referee stats plan --elo1 10 --games-per-second 12")]
pub struct StatsArgs {
    #[command(subcommand)]
    calculator: Calculator,
    /// Print one JSON object of unrounded numbers instead of text; an error is an object, too, with
    /// the key `error`.
    #[arg(long, global = true)]
    json: bool,
}

/// The calculators.
#[derive(Subcommand)]
enum Calculator {
    /// Estimate how much stronger one bot is than another: score, Elo, normalized Elo, LOS.
    Elo(elo::StatsEloArgs),
    /// Test between two strengths: log-likelihood ratio and bounds.
    Llr(llr::StatsLlrArgs),
    /// Simulate sequential tests: their error rates and lengths.
    SimulateSprt(simulate_sprt::StatsSimulateSprtArgs),
    /// Estimate before playing how many games a test needs.
    Plan(plan::StatsPlanArgs),
    /// Rate bots by their scores against each other.
    Rate(rate::StatsRateArgs),
}

impl Calculator {
    fn answer(self) -> anyhow::Result<Answer> {
        match self {
            Calculator::Elo(args) => args.answer(),
            Calculator::Llr(args) => args.answer(),
            Calculator::SimulateSprt(args) => args.answer(),
            Calculator::Plan(args) => args.answer(),
            Calculator::Rate(args) => args.answer(),
        }
    }
}

/// The answer of a calculator, in both forms.
struct Answer {
    text: String,
    json: String,
}

impl Answer {
    /// Returns an answer with a text for people, and the figures as JSON for programs.
    fn new(text: String, figures: &impl Serialize) -> anyhow::Result<Answer> {
        let json = document(figures)?;
        Ok(Answer { text, json })
    }
}

impl StatsArgs {
    /// Calculates without printing.
    #[cfg(fuzzing)]
    pub fn answer(self) -> anyhow::Result<impl Sized> {
        self.calculator.answer()
    }

    /// Calculates and prints the answer.
    pub fn run(self) -> anyhow::Result<Exit> {
        let answer = self.calculator.answer()?;
        stdout::text(if self.json {
            &answer.json
        } else {
            &answer.text
        })?;
        Ok(Exit::Fine)
    }
}
