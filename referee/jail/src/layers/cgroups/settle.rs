//! Follows the rule of cgroups version 2 that a group has either processes or enabled controllers.
//!
//! Where the referee itself is in the group that was delegated to it, it moves into a subgroup of its own, if
//! no processes but its own and its children's are in that group; at the end of the run it moves back.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::process::{Pid, geteuid, getpid};

use super::{PREFIX, files, hierarchy::hierarchies, v2};
use crate::{Cgroups, Controller, processes};

/// Subfolder of the run's folder to which the referee moves.
pub(super) const SEAT: &str = "referee";
/// Limit on passes: processes may be forked while they are moved.
const PASSES: usize = 100;

/// Enables controllers for the groups below `base`; moves the referee to a folder in `run` if it is in the
/// way.
pub(super) fn enable(base: &Path, run: &Path, controllers: &[&str]) -> io::Result<()> {
    match v2::enable(base, controllers) {
        Err(error) if error.kind() == io::ErrorKind::ResourceBusy && is_ours(base) => {
            settle(base, run)?;
            v2::enable(base, controllers)
        }
        done => done,
    }
}

/// Returns true if a group is this process's own, belongs to its user, and contains no processes but this one
/// and its descendants.
fn is_ours(base: &Path) -> bool {
    let is_own = hierarchies()
        .iter()
        .any(|it| it.unified && it.own_group == base);
    let belongs = fs::metadata(base).is_ok_and(|it| it.uid() == geteuid().as_raw());
    is_own && belongs && files::processes(base).is_ok_and(|all| all.into_iter().all(is_family))
}

fn is_family(pid: Option<Pid>) -> bool {
    let this_process = getpid();
    pid.is_some_and(|pid| pid == this_process || processes::descends(pid, this_process))
}

fn settle(base: &Path, run: &Path) -> io::Result<()> {
    let seat = run.join(SEAT);
    fs::create_dir_all(&seat)?;
    move_all(base, &seat)
}

fn move_all(from: &Path, to: &Path) -> io::Result<()> {
    let door = to.join("cgroup.procs");
    for _ in 0..PASSES {
        let left = files::processes(from)?;
        if left.is_empty() {
            return Ok(());
        }
        for pid in left.into_iter().flatten() {
            match files::write(&door, &pid.as_raw_nonzero().to_string()) {
                Err(error)
                    if error.raw_os_error() == Some(rustix::io::Errno::SRCH.raw_os_error()) => {}
                done => done?,
            }
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// Ends the run's use of groups after its last one is dropped: moves the referee back to the group in which
/// it was started, if it had to move, and removes the run's folders.
pub fn leave(cgroups: &Cgroups, mark: &str) {
    let bases = [
        &cgroups.memory,
        &cgroups.pids,
        &cgroups.freezer,
        &cgroups.cpu,
    ];
    for base in bases.into_iter().flatten() {
        let run = Controller {
            folder: base.folder.join(format!("{PREFIX}{mark}")),
            unified: base.unified,
        };
        vacate(&run);
        let _ = fs::remove_dir(run.folder);
    }
}

/// Moves the referee of a run back to the group in which it was started, if it had to move.
pub(super) fn vacate(run: &Controller) {
    if run.unified
        && run.folder.join(SEAT).is_dir()
        && let Some(base) = run.folder.parent()
    {
        let _ = unsettle(base, &run.folder);
    }
}

fn unsettle(base: &Path, run: &Path) -> io::Result<()> {
    for folder in [run, base] {
        let control = folder.join("cgroup.subtree_control");
        for controller in fs::read_to_string(&control)?.split_ascii_whitespace() {
            files::write(&control, &format!("-{controller}"))?;
        }
    }
    let seat = run.join(SEAT);
    move_all(&seat, base)?;
    fs::remove_dir(seat)
}
