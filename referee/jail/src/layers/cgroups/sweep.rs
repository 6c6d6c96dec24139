//! Removes control groups of runs that are gone: a killed referee leaves its groups, with the processes in
//! them.

use std::path::Path;
use std::time::{Duration, Instant};

use super::settle::{self, SEAT};
use super::{PREFIX, clear, files, hierarchy::hierarchies};
use crate::Controller;

/// Longest time that one sweep waits for the remaining processes to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// Kills all processes in the groups of bots of runs whose marks aren't alive, and removes the groups; returns how
/// many run folders were removed. A referee that is still in one of its own moves back to where it was started. Groups that belong to other users or have processes invisible from here
/// stay.
pub fn sweep_cgroups(is_alive: impl Fn(&str) -> bool) -> usize {
    let mut dead = Vec::new();
    for hierarchy in hierarchies() {
        collect(&hierarchy.top, hierarchy.unified, &is_alive, &mut dead);
    }
    // A process that is frozen in one hierarchy of version 1 ends, and leaves the other hierarchies, only
    // once it is thawed there; so all groups are killed before any is removed.
    dead.iter().for_each(kill_all);
    // Who sweeps may be in one itself: the watchdog of the run.
    dead.iter().for_each(settle::vacate);
    let deadline = Instant::now() + PATIENCE;
    let removed = dead.iter().map(|it| clear::remove_all(it, deadline));
    removed.flatten().count()
}

/// Collects the folders of dead runs in the whole hierarchy, since earlier runs may have started in other
/// groups than this one.
fn collect(
    folder: &Path,
    unified: bool,
    is_alive: &impl Fn(&str) -> bool,
    dead: &mut Vec<Controller>,
) {
    for folder in files::children(folder) {
        let name = folder.file_name().and_then(|name| name.to_str());
        match name.and_then(|name| name.strip_prefix(PREFIX)) {
            Some(mark) if !is_alive(mark) && is_visible(&folder) => {
                dead.push(Controller { folder, unified });
            }
            Some(_) => {}
            None => collect(&folder, unified, is_alive, dead),
        }
    }
}

/// Kills all processes in a group and below it, but for the referee and what it has started outside of bots' groups.
fn kill_all(group: &Controller) {
    if group.folder.ends_with(SEAT) {
        return;
    }
    let unified = group.unified;
    for folder in files::children(&group.folder) {
        kill_all(&Controller { folder, unified });
    }
    // In version 2, that would reach the groups below as well.
    if !group.folder.join(SEAT).is_dir() {
        let _ = clear::kill(group);
    }
}

/// Returns true if all processes in a group are visible: those of another container are not, and nor is their
/// referee.
fn is_visible(folder: &Path) -> bool {
    let here = files::processes(folder).is_ok_and(|all| all.iter().all(Option::is_some));
    here && files::children(folder).iter().all(|it| is_visible(it))
}
