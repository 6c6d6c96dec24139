//! `referee jail`: prints the guarantees of the jail, and the layers that provide them on this machine.

#[cfg(all(target_os = "linux", not(fuzzing)))]
mod self_test;

use referee_build::jail::{JailRequest, by, helps, level, needs};
use referee_jail::{GuaranteeStatus, HostFeatures, Waivers, broken_guarantees, guarantees};
use referee_output::text_layout::wrap;
use referee_output::{Exit, stdout};
use serde_json::json;

use crate::args::LevelArgs;

/// Widths of the columns of the guarantees, and of the word after them.
const PROMISE: usize = 37;
const KEPT: usize = 9;

/// Print the guarantees of the jail, and whether this machine can give them.
///
/// Tries each layer with a harmless program. For a guarantee that can't be given, prints what is
/// missing and how to get it. The exit code is 1 if `--jail strict` would refuse to play.
///
/// `--self-test` attacks the jail from inside for about ten seconds, as bots would, with small
/// probes that are part of this program. The exit code is 1 if a probe did what a guarantee
/// forbids.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee jail
  referee jail --json | jq '.promises[] | select(.kept | not)'
  referee jail --self-test")]
pub struct JailCommandArgs {
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Attack the jail from inside, and print which guarantees held.
    #[arg(long)]
    self_test: bool,
    #[command(flatten)]
    jail: LevelArgs,
}

impl JailCommandArgs {
    /// Tries the layers and prints the result.
    pub fn run(self) -> anyhow::Result<Exit> {
        let wanted = self.jail.wanted();
        if self.self_test {
            return self_test(&wanted, self.json);
        }
        let scope = wanted.scope()?;
        let means = scope.jail().means().clone();
        drop(scope);
        let lost = broken_guarantees(&means, Waivers::default());
        if self.json {
            let answer = json!({
                "level": level(wanted.level()),
                "strict": lost.is_empty(),
                "by": by(&means),
                "left_out": wanted.without().to_string(),
                "promises": guarantees(&means),
                "means": means,
            });
            stdout::json(&answer)?;
        } else {
            let head = in_force(&wanted, &means);
            stdout::text(&format!("{head}\n{}", tell(&guarantees(&means), &lost)))?;
        }
        Ok(if lost.is_empty() {
            Exit::Fine
        } else {
            Exit::No
        })
    }
}

#[cfg(all(target_os = "linux", not(fuzzing)))]
fn self_test(wanted: &JailRequest, json: bool) -> anyhow::Result<Exit> {
    self_test::run(wanted, json)
}

/// Returns an error: this system has no jail to test.
#[cfg(not(all(target_os = "linux", not(fuzzing))))]
fn self_test(_: &JailRequest, _: bool) -> anyhow::Result<Exit> {
    Err(referee_output::failure::machine(
        "--self-test: there is a jail on Linux only",
    ))
}

fn in_force(wanted: &JailRequest, means: &HostFeatures) -> String {
    let mut text = format!("in force: {}\n", by(means));
    if !wanted.without().is_empty() {
        text += &format!("left out: {}\n", wanted.without());
    }
    text
}

fn tell(all: &[GuaranteeStatus], lost: &[GuaranteeStatus]) -> String {
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

/// Returns the line of a guarantee; if it isn't kept, it also names what is missing.
fn row(entry: &GuaranteeStatus) -> String {
    let kept = match (entry.kept, entry.by.is_empty()) {
        (true, _) => "yes",
        (false, false) => "in part",
        (false, true) => "no",
    };
    let mut remarks = entry.by.clone();
    let missing = format!("missing: {}", needs(entry));
    if !entry.kept {
        remarks.push(&missing);
    }
    let line = format!("{:PROMISE$}{kept:KEPT$}{}", entry.says, remarks.join("; "));
    wrap(&line, PROMISE + KEPT)
}
