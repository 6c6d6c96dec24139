//! What the jail promises, and which of it can be kept by the means of a machine. Nothing is tried
//! or read here: means in, table out.

mod by;
mod requirement;
#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::HostFeatures;
pub use requirement::Requirement;

/// Something that is promised to everybody who isn't the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Guarantee {
    /// No network of any family.
    Network,
    /// No file but what it needs, and none to write.
    Files,
    /// A scratch folder that is private, bounded and gone afterwards.
    Scratch,
    /// No view of processes outside, and no signal to them.
    Outside,
    /// Bounded memory.
    Memory,
    /// Bounded processes and threads.
    Processes,
    /// Bounded open files.
    Descriptors,
    /// The cores of its game alone.
    Cpu,
    /// Bounded output.
    Output,
    /// No privilege.
    Privileges,
    /// No terminal.
    Terminal,
    /// A clean environment.
    Environment,
    /// Nothing left afterwards.
    Remains,
    /// Nothing shared between games and bots.
    Sharing,
    /// Stopped while it isn't its turn.
    Idle,
}

/// How things stand with a promise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GuaranteeStatus {
    /// The promise.
    pub promise: Guarantee,
    /// What it says.
    pub says: &'static str,
    /// Whether enough is there to play under `strict`.
    pub kept: bool,
    /// What enforces it, or a part of it.
    pub by: Vec<&'static str>,
    /// Where it isn't kept: each of these alone would be enough.
    pub get: Vec<Remedy>,
}

/// Something that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Remedy {
    /// What.
    pub what: Requirement,
    /// How to get it.
    pub how: &'static str,
}

impl Guarantee {
    /// All of them, in the order in which they are told.
    pub const ALL: [Guarantee; 15] = [
        Guarantee::Network,
        Guarantee::Files,
        Guarantee::Scratch,
        Guarantee::Outside,
        Guarantee::Memory,
        Guarantee::Processes,
        Guarantee::Descriptors,
        Guarantee::Cpu,
        Guarantee::Output,
        Guarantee::Privileges,
        Guarantee::Terminal,
        Guarantee::Environment,
        Guarantee::Remains,
        Guarantee::Sharing,
        Guarantee::Idle,
    ];

    /// What it says, in a few words.
    pub fn says(self) -> &'static str {
        match self {
            Guarantee::Network => "no network of any family",
            Guarantee::Files => "only the files it needs, to read",
            Guarantee::Scratch => "a bounded scratch folder, then gone",
            Guarantee::Outside => "no view of, no signal to outside",
            Guarantee::Memory => "bounded memory",
            Guarantee::Processes => "bounded processes and threads",
            Guarantee::Descriptors => "bounded open files",
            Guarantee::Cpu => "the cores of its game alone",
            Guarantee::Output => "bounded output and stderr",
            Guarantee::Privileges => "no privilege, nor a way to one",
            Guarantee::Terminal => "no terminal",
            Guarantee::Environment => "a clean environment",
            Guarantee::Remains => "nothing left, also after kill -9",
            Guarantee::Sharing => "nothing shared by games and bots",
            Guarantee::Idle => "stopped while it isn't its turn",
        }
    }

    /// What is missing where it isn't kept, as a word in a list.
    pub fn label(self) -> &'static str {
        match self {
            Guarantee::Network => "network",
            Guarantee::Files => "files",
            Guarantee::Scratch => "scratch folder",
            Guarantee::Outside => "processes outside",
            Guarantee::Memory => "memory",
            Guarantee::Processes => "number of processes",
            Guarantee::Descriptors => "open files",
            Guarantee::Cpu => "cores",
            Guarantee::Output => "output",
            Guarantee::Privileges => "privileges",
            Guarantee::Terminal => "terminal",
            Guarantee::Environment => "environment",
            Guarantee::Remains => "leftovers",
            Guarantee::Sharing => "sharing",
            Guarantee::Idle => "idle bots",
        }
    }
}

/// How things stand with every promise.
pub fn table(means: &HostFeatures) -> Vec<GuaranteeStatus> {
    let entry = |promise| GuaranteeStatus::of(promise, means);
    Guarantee::ALL.into_iter().map(entry).collect()
}

/// The promises that can't be kept.
pub fn broken(means: &HostFeatures) -> Vec<GuaranteeStatus> {
    let mut all = table(means);
    all.retain(|entry| !entry.kept);
    all
}

impl GuaranteeStatus {
    fn of(promise: Guarantee, means: &HostFeatures) -> GuaranteeStatus {
        let (kept, by) = by::enforced(promise, means);
        let get = if kept {
            Vec::new()
        } else {
            missing(promise, means)
        };
        GuaranteeStatus {
            promise,
            says: promise.says(),
            kept,
            by,
            get,
        }
    }
}

/// What would be enough, found by adding it.
fn missing(promise: Guarantee, means: &HostFeatures) -> Vec<Remedy> {
    let helps = |need: &Requirement| by::enforced(promise, &need.added(means)).0;
    let get = |what: Requirement| Remedy {
        what,
        how: what.how(),
    };
    Requirement::ALL
        .into_iter()
        .filter(helps)
        .map(get)
        .collect()
}
