//! The layers that this machine has for a jail.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The layers that this machine has for a jail, as far as they aren't left out on purpose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostFeatures {
    /// Views of its own for a bot: files, processes, network, shared memory.
    pub namespaces: Namespaces,
    /// Whether a namespace of processes can show them to itself in a /proc of its own.
    pub proc: bool,
    /// The version of Landlock's interface; 0: there is none.
    pub landlock: u8,
    /// Whether system calls can be filtered.
    pub seccomp: bool,
    /// User ids of which every start gets one of its own: for root only.
    pub uids: Option<Uids>,
    /// The folders in which groups for bots can be made, by what they control.
    pub cgroups: Cgroups,
}

/// How namespaces are entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Namespaces {
    /// Not at all.
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
    /// The first.
    pub first: u32,
    /// How many.
    pub count: u32,
}

impl HostFeatures {
    /// Whether a bot's processes are counted apart from all others.
    pub fn count_processes(&self) -> bool {
        self.cgroups.pids.is_some() || self.uids.is_some() || self.namespaces == Namespaces::User
    }
}

impl Uids {
    /// The one for a start with this number; they come around again.
    pub fn nth(&self, number: u64) -> u32 {
        let offset = number % u64::from(self.count.max(1));
        self.first + u32::try_from(offset).unwrap_or(0)
    }
}

/// Folders in which groups for bots can be made; nothing where that isn't given here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cgroups {
    /// Bounds memory.
    pub memory: Option<Controller>,
    /// Bounds processes.
    pub pids: Option<Controller>,
    /// Freezes.
    pub freezer: Option<Controller>,
    /// Counts CPU time.
    pub cpu: Option<Controller>,
}

/// Where one thing is controlled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Controller {
    /// The folder below which groups are made.
    pub folder: PathBuf,
    /// Whether it is of the second version of cgroups.
    pub unified: bool,
}
