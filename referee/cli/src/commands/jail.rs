//! `referee jail`: what is promised, and what keeps it here.

use referee_jail::promise::{Entry, broken, table};
use serde_json::json;

use crate::exit::Exit;
use crate::jail::{JailArgs, by, helps, level, needs};
use crate::layout::wrap;
use crate::out;

/// Columns of the promises, and of the word behind them.
const PROMISE: usize = 37;
const KEPT: usize = 9;

/// Print what the jail promises, and what keeps it on this machine.
///
/// Each layer is tried with a harmless program. Where a promise can't be kept, it is told what is
/// missing and how to get it. The exit code is 1 where `--jail strict` would refuse to play.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee jail
  referee jail --json | jq '.promises[] | select(.kept | not)'")]
pub struct Args {
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    jail: JailArgs,
}

impl Args {
    /// Tries and tells it.
    pub fn run(self) -> anyhow::Result<Exit> {
        let wanted = self.jail.wanted();
        let haven = wanted.haven()?;
        let means = haven.jail().means().clone();
        drop(haven);
        let lost = broken(&means);
        if self.json {
            let told = json!({
                "level": level(wanted.level()),
                "strict": lost.is_empty(),
                "by": by(&means),
                "left_out": wanted.without().to_string(),
                "promises": table(&means),
                "means": means,
            });
            out::json(&told)?;
        } else {
            let mut text = format!("in force: {}\n", by(&means));
            if !wanted.without().is_empty() {
                text += &format!("left out: {}\n", wanted.without());
            }
            out::text(&format!("{}\n{}", text, tell(&table(&means), &lost)))?;
        }
        Ok(if lost.is_empty() {
            Exit::Fine
        } else {
            Exit::No
        })
    }
}

fn tell(all: &[Entry], lost: &[Entry]) -> String {
    let mut text = format!("{:PROMISE$}{:KEPT$}{}\n", "promise", "kept", "by");
    for entry in all {
        text += &format!("{}\n", row(entry));
    }
    if lost.is_empty() {
        return text + "\nEvery promise can be kept, so `--jail strict` plays.";
    }
    text += "\nTo get what is missing:\n";
    for (need, how) in helps(lost) {
        text += &format!("{}\n", wrap(&format!("  {need}: {how}"), 4));
    }
    text + "\nNot every promise can be kept, so `--jail strict` refuses to play."
}

/// A promise; where it isn't kept, also what would keep it.
fn row(entry: &Entry) -> String {
    let kept = match (entry.kept, entry.by.is_empty()) {
        (true, _) => "yes",
        (false, false) => "in part",
        (false, true) => "no",
    };
    let mut told = entry.by.clone();
    let missing = format!("missing: {}", needs(entry));
    if !entry.kept {
        told.push(&missing);
    }
    let line = format!("{:PROMISE$}{kept:KEPT$}{}", entry.says, told.join("; "));
    wrap(&line, PROMISE + KEPT)
}
