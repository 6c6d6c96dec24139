//! Probes: small attacks on the jail that are part of the program, so that a machine can be tested without a
//! compiler. The referee's program, started in a sandbox as a bot is, makes one attack and reports the
//! result.
//!
//! Each guarantee has a file, and one table, [`PROBES`], lists all probes. Their targets are outside the
//! sandbox: [`Bait`]. Each probe is harmless where nothing confines it, and limited in the resources that it
//! takes.

mod bait;
mod calls;
mod cores;
mod descriptors;
mod environment;
mod files;
mod idle;
mod memory;
mod network;
mod output;
mod outside;
mod privileges;
mod processes;
mod remains;
mod scratch;
mod sharing;
mod table;
mod terminal;
#[cfg(test)]
mod tests;

use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use bait::{Bait, Targets};
pub use table::PROBES;

use crate::guarantee::Guarantee;

/// Command-line argument that makes the referee's program act as a probe; the probe's name follows.
pub const PROBE: &str = "jail-probe";

/// Name that makes a probe do nothing until it is killed, as a target for other probes.
pub const STAND: &str = "stand";

/// Longest life of such a target, even if the process that started it is gone.
const STANDS: Duration = Duration::from_mins(2);

/// A probe: an attack on one guarantee.
pub struct Probe {
    /// The guarantee that it tries to break.
    pub promise: Guarantee,
    /// Its unique name, in lowercase letters and hyphens.
    pub name: &'static str,
    /// Its attempt, in a few words.
    pub tries: &'static str,
    /// Its kind of attack and the functions that make it.
    pub attack: Attack,
}

/// Kind of attack, which determines how its success is detected.
pub enum Attack {
    /// Runs alone and detects success itself.
    Alone(fn(&Targets) -> ProbeResult),
    /// Runs in two sandboxes: one leaves something, and the other looks for it while the first lives, and
    /// again when it has gone.
    Pair {
        /// Leaves something in the first sandbox.
        leave: fn(&Targets),
        /// Looks for it in the second sandbox.
        find: fn(&Targets) -> ProbeResult,
    },
    /// Leaves something behind, for which [`Bait::left`] looks.
    Leaving(fn(&Targets)),
    /// Keeps working even when it should be stopped; its CPU time shows it.
    Working(fn(&Targets)),
    /// Writes more than the referee keeps; the reader of the output measures the cost.
    Writing(fn(&Targets)),
}

/// Result of a probe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProbeResult {
    /// All attempts failed.
    Held,
    /// One attempt succeeded: what it reached.
    GotThrough(String),
    /// The attack cannot be tried here: the reason.
    Untried(String),
}

impl ProbeResult {
    /// Combines several attempts; names what the successful ones reached.
    fn of(reached: impl IntoIterator<Item = Option<String>>) -> ProbeResult {
        let reached: Vec<String> = reached.into_iter().flatten().collect();
        if reached.is_empty() {
            ProbeResult::Held
        } else {
            ProbeResult::GotThrough(reached.join(", "))
        }
    }
}

/// Returns the name of the target if the attempt succeeded.
fn reached<T, E>(what: impl Display, attempt: Result<T, E>) -> Option<String> {
    attempt.ok().map(|_| what.to_string())
}

/// Runs a probe: reads the targets from a line of stdin, makes the attack, and prints the result as a line.
/// Must be called before the process has a second thread. Returns an error if no probe has this name, or if
/// reading or writing fails.
pub fn run_probe(name: &str) -> io::Result<()> {
    if name == STAND {
        thread::sleep(STANDS);
        return Ok(());
    }
    let probe = PROBES.iter().find(|probe| probe.name == name);
    let probe = probe.ok_or_else(|| io::Error::other(format!("no probe is called {name}")))?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let targets: Targets = serde_json::from_str(&line)?;
    match &probe.attack {
        Attack::Alone(attack) => answer(&attack(&targets)),
        Attack::Pair { find, .. } if targets.second => answer(&find(&targets)),
        Attack::Pair { leave, .. } => stay(*leave, &targets),
        Attack::Working(attack) => stay(*attack, &targets),
        Attack::Leaving(attack) | Attack::Writing(attack) => {
            attack(&targets);
            answer(&ProbeResult::Held)
        }
    }
}

/// Runs an attack, reports that it is under way, and waits until stdin is closed, since the attack may end
/// with this process.
fn stay(attack: fn(&Targets), targets: &Targets) -> io::Result<()> {
    attack(targets);
    answer(&ProbeResult::Held)?;
    io::stdin().lock().read_to_end(&mut Vec::new())?;
    Ok(())
}

fn answer(answer: &ProbeResult) -> io::Result<()> {
    let line = serde_json::to_string(answer)?;
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{line}")?;
    stdout.flush()
}

/// Parses the line that a probe printed; `None` if it is not valid.
pub fn read_result(line: &[u8]) -> Option<ProbeResult> {
    serde_json::from_slice(line).ok()
}
