//! Seccomp: stops system calls that a bot has no use for and that lead out of the jail.
//!
//! What isn't denied is allowed, up to the newest call that was looked at: later ones answer as on a
//! kernel that doesn't have them. Calls through another gate of the processor (32 bits) kill.

mod always;
mod kernel;
mod others;
mod program;
mod sometimes;
mod table;
#[cfg(test)]
mod tests;

use std::{io, thread};

use serde::{Deserialize, Serialize};

pub use table::{Arg, CallGroup, CallPattern, DenialResult, Is};

/// What is denied beyond what always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself")]
pub struct Denials {
    /// All sockets but pairs: where the bot sees more of the machine's files than the system's.
    pub sockets: bool,
    /// Policies of other processes: where the bot sees the machine's own.
    pub policies: bool,
    /// Changes of rights, owners, times and attributes, which Landlock doesn't stop: where the bot
    /// sees the machine's own file system. Compilers need them.
    pub attributes: bool,
    /// Signals to any process but itself: where the bot sees the machine's own processes, and
    /// Landlock is older than version 6.
    pub signals: bool,
    /// Questions about any process but itself: where the bot sees the machine's own processes.
    pub processes: bool,
    /// Locks of files, all of which are granted: where the bot has no file to write, and others could
    /// see its locks.
    pub locks: bool,
    /// Memory that no process's own size tells of: where only a sampler bounds it.
    pub hidden_memory: bool,
    /// Sockets of the internet: for all but what fetches sources.
    pub network: bool,
}

/// What is denied under these circumstances, group by group.
pub fn table(denials: Denials) -> impl Iterator<Item = &'static CallGroup> {
    groups().filter(move |group| (group.applies)(denials))
}

fn groups() -> impl Iterator<Item = &'static CallGroup> {
    let all = [
        always::GROUPS,
        kernel::GROUPS,
        others::GROUPS,
        sometimes::GROUPS,
    ];
    all.into_iter().flatten()
}

/// Whether this machine can filter.
pub fn works() -> bool {
    // A thread that filters itself for nobody else. Where there can't be one now, the first bot shows.
    let thread = thread::Builder::new();
    let tried = thread.spawn(|| program::install([].into_iter(), program::NEWEST));
    tried.map_or(true, |tried| matches!(tried.join(), Ok(Ok(()))))
}

/// Denies, from now on, for this thread and its children. `no_new_privs` must be set.
///
/// With `signals` and `processes`, the process that calls this is the one that counts as itself.
pub fn deny(denials: Denials) -> io::Result<()> {
    program::install(table(denials), program::NEWEST)
}
