//! Seccomp: denies system calls that bots do not need and that lead out of the jail.
//!
//! Every call that isn't denied is allowed, up to the newest call that was reviewed: later ones fail with
//! `ENOSYS`, as on a kernel that lacks them. A call through the 32-bit interface kills the process.

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

pub use table::CallGroup;

/// Denials in addition to those that always apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself")]
pub struct Denials {
    /// All sockets except pairs: where the bot sees more of the machine's files than the system's.
    pub sockets: bool,
    /// Scheduling policies of other processes: where the bot sees the machine's own processes.
    pub policies: bool,
    /// Changes of permissions, owners, times and attributes, which Landlock does not restrict: where the bot
    /// sees the machine's own file system. Compilers need them.
    pub attributes: bool,
    /// Signals to any process but itself: where the bot sees the machine's own processes, and
    /// Landlock is older than version 6.
    pub signals: bool,
    /// Queries about any process but itself: where the bot sees the machine's own processes.
    pub processes: bool,
    /// Real locks of whole files; `flock` pretends to succeed: where the bot has no file to write, and others
    /// could see its locks.
    pub locks: bool,
    /// Memory that is not counted in the size of any process: where only a sampler limits it.
    pub hidden_memory: bool,
    /// Internet sockets: for every command except those that fetch sources.
    pub network: bool,
}

/// Returns the groups of calls that are denied with these settings.
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

/// Returns true if this machine supports seccomp filters.
pub fn works() -> bool {
    // A separate thread, because a filter cannot be removed. If no thread can be started now, the start of
    // the first bot shows whether filters work.
    let thread = thread::Builder::new();
    let tried = thread.spawn(|| program::install([].into_iter(), program::NEWEST));
    tried.map_or(true, |tried| matches!(tried.join(), Ok(Ok(()))))
}

/// Installs the denials for this thread and its children. `no_new_privs` must be set.
///
/// For `signals` and `processes`, "itself" is the process that calls this function.
pub fn deny(denials: Denials) -> io::Result<()> {
    program::install(table(denials), program::NEWEST)
}
