//! Control groups: bound memory and processes of a bot as a whole, freeze it while it isn't asked,
//! count its CPU time, and end all that it started, whatever it did to leave.
//!
//! A bot's groups are called `referee-MARK/NUMBER`: one folder for everything in the second version of
//! control groups, a folder for each controller in the first. A machine may have both at once.

mod clear;
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

pub use find::{HOW_TO_GET, find};
pub use group::ControlGroups;
pub use settle::leave;
pub use sweep::sweep;

use crate::Controller;

/// What the name of a run's folder begins with.
const PREFIX: &str = "referee-";

/// Stops a group's processes, and lets them go on.
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
