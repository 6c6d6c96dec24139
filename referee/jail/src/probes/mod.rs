//! Probes: small attacks on the jail that are a part of the program, so that a machine can be tried
//! without a compiler. The referee's program, started in a cell as a bot is, makes one of them and says
//! how it went.
//!
//! A file for each promise, and one table, [`PROBES`]. What they aim at lies outside: [`Bait`]. Each is
//! harmless where nothing confines it, and bounded in what it takes.

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

/// The word by which the referee's program is called to be a probe, followed by the probe's name.
pub const PROBE: &str = "jail-probe";

/// Instead of a name: do nothing until killed, as something at which probes aim.
pub const STAND: &str = "stand";

/// Something that stands lives no longer than this, whatever becomes of whoever started it.
const STANDS: Duration = Duration::from_mins(2);

/// An attack on a promise.
pub struct Probe {
    /// The promise that it tries to break.
    pub promise: Guarantee,
    /// What it is called: small letters and hyphens, unique.
    pub name: &'static str,
    /// What it tries, in a few words.
    pub tries: &'static str,
    /// How.
    pub attack: Attack,
}

/// How a probe is made, and who sees whether it got through.
pub enum Attack {
    /// Alone; it sees for itself.
    Alone(fn(&Targets) -> ProbeResult),
    /// In a cell that leaves something, and in another one that looks for it while the first lives, and
    /// again when it has gone.
    Pair {
        /// Leaves it.
        leave: fn(&Targets),
        /// Looks for it.
        find: fn(&Targets) -> ProbeResult,
    },
    /// Leaves something behind for which [`Bait::left`] looks.
    Leaving(fn(&Targets)),
    /// Goes on working, also when it shall stand still; the CPU time tells.
    Working(fn(&Targets)),
    /// Writes more than anybody wants to keep; whoever reads it sees what it costs.
    Writing(fn(&Targets)),
}

/// How a probe went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProbeResult {
    /// All attempts failed.
    Held,
    /// One didn't: what it reached.
    GotThrough(String),
    /// It can't be tried here: why.
    Untried(String),
}

impl ProbeResult {
    /// Of several attempts: what those reached that got through.
    fn of(reached: impl IntoIterator<Item = Option<String>>) -> ProbeResult {
        let reached: Vec<String> = reached.into_iter().flatten().collect();
        if reached.is_empty() {
            ProbeResult::Held
        } else {
            ProbeResult::GotThrough(reached.join(", "))
        }
    }
}

/// What an attempt reached, if it did.
fn reached<T, E>(what: impl Display, attempt: Result<T, E>) -> Option<String> {
    attempt.ok().map(|_| what.to_string())
}

/// Does all that a probe does: reads the targets from a line of stdin, makes the attack and answers in a
/// line. To be called before there is a second thread.
pub fn run(name: &str) -> io::Result<()> {
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

/// Says when an attack is under way, and stays until it is ended: what is under way may end with it.
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

/// What a line says that a probe has answered with.
pub fn read(line: &[u8]) -> Option<ProbeResult> {
    serde_json::from_slice(line).ok()
}
