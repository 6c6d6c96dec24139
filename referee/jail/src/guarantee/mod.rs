//! Guarantees of the jail, and which of them the features of a machine and the settings of a run keep. This
//! module tests and reads nothing on the machine: it turns features into a table.

mod by;
mod requirement;
#[cfg(test)]
mod tests;
mod waiver;

use serde::Serialize;

use crate::HostFeatures;
pub use requirement::Requirement;
pub use waiver::Waivers;

/// Something that the jail promises about every bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Guarantee {
    /// No network of any family.
    Network,
    /// No access to files except those that the bot needs, and no write access to any.
    Files,
    /// A private scratch folder of limited size, removed afterwards.
    Scratch,
    /// No view of processes outside the sandbox, and no signals to them.
    Outside,
    /// A limit on memory.
    Memory,
    /// A limit on the number of processes and threads.
    Processes,
    /// A limit on open files.
    Descriptors,
    /// Runs only on the cores of its game.
    Cpu,
    /// A limit on output.
    Output,
    /// No privileges.
    Privileges,
    /// No terminal.
    Terminal,
    /// A clean environment.
    Environment,
    /// Nothing left behind afterwards.
    Remains,
    /// Nothing shared between games or between bots.
    Sharing,
    /// Stopped while it is not the bot's turn.
    Idle,
}

/// Status of one guarantee on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GuaranteeStatus {
    /// The guarantee.
    pub promise: Guarantee,
    /// The guarantee in a few words.
    pub says: &'static str,
    /// True if the machine has enough to play under level `strict`.
    pub kept: bool,
    /// Layers that enforce it fully or in part.
    pub by: Vec<&'static str>,
    /// Ways to get the guarantee if it is not kept.
    pub get: Vec<Remedy>,
    /// True if all of these ways are needed; else each of them alone is enough.
    pub together: bool,
}

/// A missing requirement and the way to get it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Remedy {
    /// The requirement.
    pub what: Requirement,
    /// Instructions to get it.
    pub how: &'static str,
}

impl Guarantee {
    /// All guarantees, in the order in which they are shown.
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

    /// Returns the guarantee in a few words.
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

    /// Returns a short name of what is missing where the guarantee is not kept, for use in a list.
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

/// Returns the status of every guarantee on a machine.
pub fn guarantees(means: &HostFeatures) -> Vec<GuaranteeStatus> {
    let entry = |promise| GuaranteeStatus::of(promise, means, Waivers::default());
    Guarantee::ALL.into_iter().map(entry).collect()
}

/// Returns the guarantees that cannot be kept in a run.
pub fn broken_guarantees(means: &HostFeatures, waivers: Waivers) -> Vec<GuaranteeStatus> {
    let entry = |promise| GuaranteeStatus::of(promise, means, waivers);
    let all = Guarantee::ALL.into_iter().map(entry);
    all.filter(|entry| !entry.kept).collect()
}

impl Remedy {
    fn of(what: Requirement) -> Remedy {
        Remedy {
            what,
            how: what.how(),
        }
    }
}

impl GuaranteeStatus {
    fn of(promise: Guarantee, means: &HostFeatures, waivers: Waivers) -> GuaranteeStatus {
        let (kept, by) = by::enforced(promise, means);
        let waived = waivers.needs(promise);
        let (get, together) = match waived {
            _ if !kept => missing(promise, means),
            Some(what) => (vec![Remedy::of(what)], false),
            None => (Vec::new(), false),
        };
        let kept = kept && waived.is_none();
        GuaranteeStatus {
            promise,
            says: promise.says(),
            kept,
            by,
            get,
            together,
        }
    }
}

/// Finds the requirements that would each be enough, by adding them one at a time to the features; else those
/// that are needed together, and true.
fn missing(promise: Guarantee, means: &HostFeatures) -> (Vec<Remedy>, bool) {
    let holds = |needs: &[Requirement]| {
        let add = |means, need: &Requirement| need.added(&means);
        by::enforced(promise, &needs.iter().fold(means.clone(), add)).0
    };
    let alone = Requirement::ALL.into_iter().filter(|need| holds(&[*need]));
    let alone: Vec<Remedy> = alone.map(Remedy::of).collect();
    if !alone.is_empty() {
        return (alone, false);
    }
    let mut together = Requirement::ALL.to_vec();
    for need in Requirement::ALL {
        let others: Vec<Requirement> = together.iter().copied().filter(|it| *it != need).collect();
        if holds(&others) {
            together = others;
        }
    }
    (together.into_iter().map(Remedy::of).collect(), true)
}
