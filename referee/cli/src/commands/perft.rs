//! `referee perft`: counts move sequences, and measures the speed of that.

use std::fmt::Write;
use std::time::Instant;

use crate::args::number::whole;
use referee_games::{Position, Turn};
use referee_output::{Exit, stdout};

use super::game::{GameOptions, position};

/// Count the move sequences of a length.
///
/// An outcome of chance is a branch, but not a move. The count goes to standard output, the speed
/// to standard error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee perft onitama 3
  referee perft onitama 2 --divide
  referee perft ludo 3 'A:51,51/C:57,20 A - 0 - 30'")]
pub struct PerftArgs {
    /// The game, see `referee games`.
    game: String,
    /// The length of the sequences.
    #[arg(value_parser = whole::<u32, 0, 20>)]
    depth: u32,
    /// A state line in quotes; without one, the default start.
    #[arg(allow_hyphen_values = true)]
    state: Option<String>,
    /// Also print the count of each first move (or outcome).
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    options: GameOptions,
}

impl PerftArgs {
    /// Counts, and prints the count and the speed.
    pub fn run(self) -> anyhow::Result<Exit> {
        let rules = self.options.rules(&self.game)?;
        let position = position(rules.as_ref(), self.state.as_deref())?;
        let begun = Instant::now();
        let mut text = String::new();
        let total = if self.divide && self.depth > 0 {
            divide(position.as_ref(), self.depth, &mut text)?
        } else {
            position.perft(self.depth)
        };
        let seconds = begun.elapsed().as_secs_f64();
        writeln!(text, "perft {} {total}", self.depth)?;
        stdout::text(&text)?;
        stdout::remark(&speed(total, seconds));
        Ok(Exit::Fine)
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "three digits of a speed are shown"
)]
fn speed(total: u64, seconds: f64) -> String {
    let rate = total as f64 / seconds.max(1e-9) / 1e6;
    format!("{seconds:.3} s, {rate:.1} million a second")
}

/// Writes the count of every branch, and returns their sum.
fn divide(position: &dyn Position, depth: u32, text: &mut String) -> anyhow::Result<u64> {
    let mut total = 0_u64;
    let mut add = |label: &str, count: u64| {
        total = count.saturating_add(total);
        writeln!(text, "{label} {count}")
    };
    if let Turn::Chance(chance) = position.turn() {
        for (outcome, _) in chance.outcomes {
            let mut next = position.boxed();
            next.cast(outcome);
            add(outcome, next.perft(depth))?;
        }
    }
    for move_text in position.legal() {
        let mut next = position.boxed();
        next.play(&move_text);
        add(&move_text, next.perft(depth - 1))?;
    }
    Ok(total)
}
