//! Finds out by testing which control groups the referee can use on this machine.

use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::group::ControlGroups;
use super::hierarchy::{Hierarchy, hierarchies};
use super::{files, settle};
use crate::{Cgroups, Controller, ResourceLimits};

/// Number of the groups that are used for tests; no bot has it.
const TRIAL: u64 = u64::MAX;
/// Longest time that freezing may take while nothing runs.
const PATIENCE: Duration = Duration::from_secs(1);
const BOUNDS: ResourceLimits = ResourceLimits {
    memory: 64 << 20,
    processes: 16,
    files: 16,
    scratch: 0,
    file: 0,
};

/// A resource that control groups handle.
#[derive(Clone, Copy)]
enum Thing {
    Memory,
    Pids,
    Freezer,
    Cpu,
}

const THINGS: [Thing; 4] = [Thing::Memory, Thing::Pids, Thing::Freezer, Thing::Cpu];

impl Thing {
    fn of(self, cgroups: &mut Cgroups) -> &mut Option<Controller> {
        match self {
            Self::Memory => &mut cgroups.memory,
            Self::Pids => &mut cgroups.pids,
            Self::Freezer => &mut cgroups.freezer,
            Self::Cpu => &mut cgroups.cpu,
        }
    }

    /// Returns the name of its controller in version 1.
    fn v1(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Pids => "pids",
            Self::Freezer => "freezer",
            Self::Cpu => "cpuacct",
        }
    }
}

/// Finds where groups for bots can be made, by making some and moving a process into them; leaves nothing
/// behind. Version 2 is preferred for each resource.
pub fn find(mark: &str) -> Cgroups {
    let all = hierarchies();
    let mut cgroups = Cgroups::default();
    if let Some(hierarchy) = all.iter().find(|it| it.unified) {
        cgroups = unified(hierarchy, mark);
    }
    for thing in THINGS {
        let place = thing.of(&mut cgroups);
        let named = |it: &&Hierarchy| it.controllers.iter().any(|name| name == thing.v1());
        if place.is_none() {
            *place = all
                .iter()
                .filter(named)
                .find_map(|it| tried(thing, &it.own_group, false, mark));
        }
    }
    cgroups
}

/// Tests version 2. A process is in one group of version 2, so one folder has to serve for all resources: the
/// referee's own group or one above it, whichever offers the most.
fn unified(hierarchy: &Hierarchy, mark: &str) -> Cgroups {
    let shares = |folder: &Path| files::lists(&folder.join("cgroup.subtree_control"), "memory");
    let mut best = Cgroups::default();
    // Where `memory` is already enabled for subgroups, no process has to move. The settings of groups above
    // stay unchanged.
    let ready = hierarchy.upwards().filter(|folder| shares(folder));
    let others = hierarchy.upwards().filter(|folder| !shares(folder));
    for folder in ready.chain(others) {
        let cgroups = all_of(folder, folder == hierarchy.own_group, mark);
        if count(&cgroups) > count(&best) {
            best = cgroups;
        }
        if count(&best) == THINGS.len() {
            break;
        }
    }
    best
}

fn all_of(folder: &Path, is_own: bool, mark: &str) -> Cgroups {
    let mut cgroups = Cgroups::default();
    for thing in THINGS {
        let needed = match thing {
            Thing::Memory | Thing::Pids => Some(thing.v1()),
            Thing::Freezer | Thing::Cpu => None,
        };
        let list = if is_own {
            "cgroup.controllers"
        } else {
            "cgroup.subtree_control"
        };
        if needed.is_none_or(|name| files::lists(&folder.join(list), name)) {
            *thing.of(&mut cgroups) = tried(thing, folder, true, mark);
        }
    }
    cgroups
}

fn count(cgroups: &Cgroups) -> usize {
    let all = [
        &cgroups.memory,
        &cgroups.pids,
        &cgroups.freezer,
        &cgroups.cpu,
    ];
    all.into_iter().flatten().count()
}

fn tried(thing: Thing, folder: &Path, unified: bool, mark: &str) -> Option<Controller> {
    let place = Controller {
        folder: folder.to_owned(),
        unified,
    };
    let mut only = Cgroups::default();
    *thing.of(&mut only) = Some(place.clone());
    let works = tries(thing, &only, mark);
    settle::leave(&only, mark);
    works.is_ok_and(|works| works).then_some(place)
}

fn tries(thing: Thing, only: &Cgroups, mark: &str) -> io::Result<bool> {
    // Declared before the group, so that it is dropped after it: a frozen process cannot end.
    let idler = Idler::start()?;
    let group = ControlGroups::make(only, mark, TRIAL)?;
    group.bound(&BOUNDS)?;
    for door in group.doors() {
        files::write(&door, &idler.0.id().to_string())?;
    }
    let deadline = Instant::now() + PATIENCE;
    match thing {
        Thing::Memory => group.oom_kills().map(|_| true),
        Thing::Pids => Ok(true),
        Thing::Freezer => Ok(group.freeze(deadline)? && group.thaw().is_ok()),
        Thing::Cpu => group.cpu_ns().map(|_| true),
    }
}

/// A process that waits to be killed.
struct Idler(Child);

impl Idler {
    fn start() -> io::Result<Self> {
        Command::new("/bin/sh")
            .args(["-c", "read line"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map(Self)
    }
}

impl Drop for Idler {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
