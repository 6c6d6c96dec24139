//! Jail layers that this machine offers.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Jail layers that this machine offers, except those turned off on purpose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostFeatures {
    /// Separate namespaces for a bot: files, processes, network, shared memory.
    pub namespaces: Namespaces,
    /// True if a PID namespace can mount its own `/proc`.
    pub proc: bool,
    /// Landlock ABI version; 0 means that there is no Landlock.
    pub landlock: u8,
    /// True if system calls can be filtered with seccomp.
    pub seccomp: bool,
    /// User ids from which each start gets its own; only root has these.
    pub uids: Option<Uids>,
    /// Folders in which control groups for bots can be made, by controller.
    pub cgroups: Cgroups,
}

/// Way in which the helper enters namespaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Namespaces {
    /// It enters none.
    #[default]
    None,
    /// Through a user namespace, as an ordinary user may.
    User,
    /// Directly, as root may.
    Direct,
}

/// A range of user ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uids {
    /// The first id.
    pub first: u32,
    /// The number of ids.
    pub count: u32,
}

impl HostFeatures {
    /// Returns true if a bot's processes are counted separately from all others.
    pub fn count_processes(&self) -> bool {
        self.cgroups.pids.is_some() || self.uids.is_some() || self.namespaces == Namespaces::User
    }
}

impl Uids {
    /// Returns the id for the start with this number; ids repeat after `count` starts.
    pub fn nth(&self, number: u64) -> u32 {
        let offset = number % u64::from(self.count.max(1));
        self.first + u32::try_from(offset).unwrap_or(0)
    }
}

/// Folders in which control groups for bots can be made; `None` where this machine offers none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cgroups {
    /// Limits memory.
    pub memory: Option<Controller>,
    /// Limits the number of processes.
    pub pids: Option<Controller>,
    /// Freezes processes.
    pub freezer: Option<Controller>,
    /// Counts CPU time.
    pub cpu: Option<Controller>,
}

/// Folder for one controller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Controller {
    /// The folder in which groups are made.
    pub folder: PathBuf,
    /// True for cgroups version 2.
    pub unified: bool,
}
