//! Groups of runs that are gone: a referee that was killed leaves its groups, with all in them.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{PREFIX, clear, files, hierarchy::hierarchies};
use crate::Controller;

/// How long one run's leftovers are waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Ends all that is in the groups of runs whose marks aren't alive, and removes them; returns how
/// many runs' folders are gone. What belongs to others or can't be seen from here stays.
pub fn sweep(is_alive: impl Fn(&str) -> bool) -> usize {
    let mut dead = Vec::new();
    for hierarchy in hierarchies() {
        collect(&hierarchy.top, hierarchy.unified, &is_alive, &mut dead);
    }
    // What is frozen in one hierarchy of the first version ends, and leaves the others, only after
    // that one's turn.
    dead.iter().for_each(kill_all);
    let deadline = Instant::now() + PATIENCE;
    let removed = dead.iter().map(|it| clear::remove_all(it, deadline));
    removed.flatten().count()
}

/// Earlier runs may have started in other groups than this one.
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

fn kill_all(group: &Controller) {
    let unified = group.unified;
    for folder in files::children(&group.folder) {
        kill_all(&Controller { folder, unified });
    }
    let _ = clear::kill(group);
}

/// Whether all processes in a group can be seen: those of another container can't, nor can their
/// referee.
fn is_visible(folder: &Path) -> bool {
    let here = files::processes(folder).is_ok_and(|all| all.iter().all(Option::is_some));
    here && files::children(folder).iter().all(|it| is_visible(it))
}
