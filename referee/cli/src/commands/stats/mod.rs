//! `referee stats`: calculators for results from anywhere, a file each.

mod pair;

use clap::Subcommand;
use serde_json::json;

use crate::exit::Exit;
use crate::out;

/// Calculate from results: statistics, and the next round of a Swiss event.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    calculator: Calculator,
    /// Print one JSON object instead of text, errors included.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Calculator {
    /// Pair the next round of a Swiss event.
    Pair(pair::Args),
}

impl Args {
    /// Calculates.
    pub fn run(self) -> anyhow::Result<Exit> {
        let result = match self.calculator {
            Calculator::Pair(args) => args.run(self.json),
        };
        if let (true, Err(error)) = (self.json, &result) {
            out::text(&json!({ "error": format!("{error:#}") }).to_string())?;
        }
        result
    }
}
