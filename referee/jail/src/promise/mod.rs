//! What the jail promises, and which of it can be kept by the means of a machine. Nothing is tried
//! or read here: means in, table out.

mod by;
mod need;
#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::Means;
pub use need::Need;

/// Something that is promised to everybody who isn't the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Promise {
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
pub struct Entry {
    /// The promise.
    pub promise: Promise,
    /// What it says.
    pub says: &'static str,
    /// Whether enough is there to play under `strict`.
    pub kept: bool,
    /// What enforces it, or a part of it.
    pub by: Vec<&'static str>,
    /// Where it isn't kept: each of these alone would be enough.
    pub get: Vec<Get>,
}

/// Something that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Get {
    /// What.
    pub what: Need,
    /// How to get it.
    pub how: &'static str,
}

impl Promise {
    /// All of them, in the order in which they are told.
    pub const ALL: [Promise; 15] = [
        Promise::Network,
        Promise::Files,
        Promise::Scratch,
        Promise::Outside,
        Promise::Memory,
        Promise::Processes,
        Promise::Descriptors,
        Promise::Cpu,
        Promise::Output,
        Promise::Privileges,
        Promise::Terminal,
        Promise::Environment,
        Promise::Remains,
        Promise::Sharing,
        Promise::Idle,
    ];

    /// What it says, in a few words.
    pub fn says(self) -> &'static str {
        match self {
            Promise::Network => "no network of any family",
            Promise::Files => "only the files it needs, to read",
            Promise::Scratch => "a bounded scratch folder, then gone",
            Promise::Outside => "no view of, no signal to outside",
            Promise::Memory => "bounded memory",
            Promise::Processes => "bounded processes and threads",
            Promise::Descriptors => "bounded open files",
            Promise::Cpu => "the cores of its game alone",
            Promise::Output => "bounded output and stderr",
            Promise::Privileges => "no privilege, nor a way to one",
            Promise::Terminal => "no terminal",
            Promise::Environment => "a clean environment",
            Promise::Remains => "nothing left, also after kill -9",
            Promise::Sharing => "nothing shared by games and bots",
            Promise::Idle => "stopped while it isn't its turn",
        }
    }

    /// What is missing where it isn't kept, as a word in a list.
    pub fn word(self) -> &'static str {
        match self {
            Promise::Network => "network",
            Promise::Files => "files",
            Promise::Scratch => "scratch folder",
            Promise::Outside => "processes outside",
            Promise::Memory => "memory",
            Promise::Processes => "number of processes",
            Promise::Descriptors => "open files",
            Promise::Cpu => "cores",
            Promise::Output => "output",
            Promise::Privileges => "privileges",
            Promise::Terminal => "terminal",
            Promise::Environment => "environment",
            Promise::Remains => "leftovers",
            Promise::Sharing => "sharing",
            Promise::Idle => "idle bots",
        }
    }
}

/// How things stand with every promise.
pub fn table(means: &Means) -> Vec<Entry> {
    let entry = |promise| Entry::of(promise, means);
    Promise::ALL.into_iter().map(entry).collect()
}

/// The promises that can't be kept.
pub fn broken(means: &Means) -> Vec<Entry> {
    let mut all = table(means);
    all.retain(|entry| !entry.kept);
    all
}

impl Entry {
    fn of(promise: Promise, means: &Means) -> Entry {
        let (kept, by) = by::enforced(promise, means);
        let get = if kept {
            Vec::new()
        } else {
            missing(promise, means)
        };
        Entry {
            promise,
            says: promise.says(),
            kept,
            by,
            get,
        }
    }
}

/// What would be enough, found by adding it.
fn missing(promise: Promise, means: &Means) -> Vec<Get> {
    let helps = |need: &Need| by::enforced(promise, &need.added(means)).0;
    let get = |what: Need| Get {
        what,
        how: what.how(),
    };
    Need::ALL.into_iter().filter(helps).map(get).collect()
}
