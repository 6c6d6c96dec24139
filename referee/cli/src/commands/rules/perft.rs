//! `referee rules GAME perft`: counts move sequences, and measures the speed of that.

use std::fmt::Write;
use std::time::Instant;

use crate::args::number::whole;
use referee_games::{Position, Rules, Turn};
use referee_output::{Exit, remarks, stdout};
use serde_json::json;

use crate::commands::game::position;

/// Count the move sequences of a length.
///
/// An outcome of chance is a branch, but not a move. The count goes to standard output, the speed
/// to standard error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee rules onitama perft 3
  referee rules onitama perft 2 --divide
  referee rules ludo perft 3 'A:51,51/C:57,20 A - 0 - 30'")]
pub struct PerftArgs {
    /// The length of the sequences.
    #[arg(value_parser = whole::<u32, 0, 20>)]
    depth: u32,
    /// A state line in quotes; without one, the default start.
    #[arg(allow_hyphen_values = true)]
    state: Option<String>,
    /// Also print the count of each first move (or outcome).
    #[arg(long)]
    divide: bool,
}

impl PerftArgs {
    /// Counts, and prints the count and the speed.
    pub fn run(self, rules: &dyn Rules, json: bool) -> anyhow::Result<Exit> {
        let position = position(rules, self.state.as_deref())?;
        let begun = Instant::now();
        let branches = if self.divide && self.depth > 0 {
            divide(position.as_ref(), self.depth)
        } else {
            Vec::new()
        };
        let total = match &branches[..] {
            [] => position.perft(self.depth),
            branches => branches
                .iter()
                .fold(0, |sum: u64, (_, n)| sum.saturating_add(*n)),
        };
        let seconds = begun.elapsed().as_secs_f64();
        if json {
            let branches: Vec<_> = branches
                .iter()
                .map(|(label, count)| json!({ "branch": label, "count": count }))
                .collect();
            stdout::json(&json!({ "depth": self.depth, "count": total, "branches": branches }))?;
        } else {
            let mut text = String::new();
            for (label, count) in &branches {
                writeln!(text, "{label} {count}")?;
            }
            writeln!(text, "perft {} {total}", self.depth)?;
            stdout::text(&text)?;
        }
        remarks::lines(&speed(total, seconds));
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

/// Counts behind each first move or outcome of chance.
fn divide(position: &dyn Position, depth: u32) -> Vec<(String, u64)> {
    let mut branches = Vec::new();
    if let Turn::Chance(chance) = position.turn() {
        for (outcome, _) in &*chance.outcomes {
            let mut next = position.boxed();
            next.cast(outcome);
            branches.push((outcome.to_string(), next.perft(depth)));
        }
    }
    for move_text in position.legal() {
        let mut next = position.boxed();
        next.play(&move_text);
        branches.push((move_text, next.perft(depth - 1)));
    }
    branches
}
