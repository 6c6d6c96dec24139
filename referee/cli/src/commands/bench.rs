//! `referee bench`: what the referee costs, and how quick the rules are.

use serde_json::json;

use crate::bench::{duels, perft};
use crate::exit::{Exit, machine};
use crate::out;

/// Measure what the referee costs.
///
/// Two bots that answer from a list play the same game again and again on one core, once for the
/// referee and once for a loop that does nothing but copy lines of the same length. The ratio is what
/// is left of the bare speed. Then perft of every game, on one core.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  cargo run --release -- bench
  referee bench --json")]
pub struct Args {
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Measures it.
    pub fn run(self) -> anyhow::Result<Exit> {
        let referee = std::env::current_exe().map_err(machine)?;
        let duels = duels(&["onitama", "koolaamee"], &referee)?;
        let perft = perft()?;
        if self.json {
            out::text(&serde_json::to_string_pretty(
                &json!({ "duels": duels, "perft": perft }),
            )?)?;
            return Ok(Exit::Fine);
        }
        let mut text = "duel             referee      bare  ratio   (plies/s)\n".to_owned();
        for d in duels {
            text += &format!(
                "{:14} {:9.0} {:9.0}  {:5.3}\n",
                d.game, d.referee, d.bare, d.ratio
            );
        }
        text += "\nperft           depth   millions/s\n";
        for p in perft {
            text += &format!("{:14} {:6} {:12.1}\n", p.game, p.depth, p.per_second / 1e6);
        }
        out::text(&text)?;
        Ok(Exit::Fine)
    }
}
