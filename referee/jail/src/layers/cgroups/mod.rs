//! Control groups: limit the memory and processes of a bot as a whole, freeze it while it isn't its turn,
//! count its CPU time, and end all processes that it started, even those that tried to escape.
//!
//! A bot's groups are called `referee-MARK/NUMBER`: one folder for everything in cgroups version 2, a folder
//! for each controller in version 1. A machine may have both versions at once.

mod clear;
mod cpu_quota;
mod files;
mod find;
mod group;
mod hierarchy;
mod settle;
mod sweep;
mod v1;
mod v2;

use std::io;
use std::time::Instant;

pub use cpu_quota::CpuQuota;
pub use find::find;
pub use group::ControlGroups;
pub use settle::leave;
pub use sweep::sweep_cgroups;

use crate::Controller;

/// Prefix of the name of a run's folder.
const PREFIX: &str = "referee-";

/// Freezes and thaws the processes of a group.
enum Freezer {
    V1(v1::FreezerV1),
    V2(v2::FreezerV2),
}

impl Freezer {
    fn open(group: &Controller) -> io::Result<Self> {
        if group.unified {
            return v2::FreezerV2::open(&group.folder).map(Self::V2);
        }
        v1::FreezerV1::open(&group.folder).map(Self::V1)
    }

    fn freeze(&self, deadline: Instant) -> io::Result<bool> {
        match self {
            Self::V1(freezer) => freezer.freeze(deadline),
            Self::V2(freezer) => freezer.freeze(deadline),
        }
    }

    fn thaw(&self) -> io::Result<()> {
        match self {
            Self::V1(freezer) => freezer.thaw(),
            Self::V2(freezer) => freezer.thaw(),
        }
    }
}

#[cfg(test)]
mod tests;
