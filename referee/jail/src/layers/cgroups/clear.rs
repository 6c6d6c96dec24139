//! Ends control groups: kills their processes and removes their folders.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use super::{Freezer, files, v2};
use crate::Controller;

/// Longest time for a group of version 1 to freeze before its processes are killed.
const FREEZE: Duration = Duration::from_millis(5);
/// First and longest wait for a group to become empty, before the next look.
const FIRST: Duration = Duration::from_micros(50);
const LONGEST: Duration = Duration::from_millis(5);

/// Kills all processes in a group. They may take a moment to end.
pub(super) fn kill(group: &Controller) -> io::Result<()> {
    if group.unified && v2::kill(&group.folder).is_ok() {
        return Ok(());
    }
    // A frozen process cannot fork; but in version 1 a frozen process does not die, either.
    let freezer = Freezer::open(group);
    if let Ok(freezer) = &freezer {
        let _ = freezer.freeze(Instant::now() + FREEZE);
    }
    let done = signal_all(&group.folder);
    if let Ok(freezer) = &freezer {
        freezer.thaw()?;
    }
    done
}

/// Signals every process in a group, and no other. A process id may pass to another process between the
/// listing and the signal, so each process is held by a file descriptor and the group is listed again.
fn signal_all(folder: &Path) -> io::Result<()> {
    let pids = files::processes(folder)?;
    let held: Vec<(Pid, _)> = pids
        .into_iter()
        .flatten()
        .filter_map(|pid| Some((pid, pidfd_open(pid, PidfdFlags::empty()).ok()?)))
        .collect();
    if held.is_empty() {
        return Ok(());
    }
    let still = files::processes(folder)?;
    for (pid, descriptor) in held {
        if still.contains(&Some(pid)) {
            let _ = pidfd_send_signal(&descriptor, Signal::KILL);
        }
    }
    Ok(())
}

/// Kills the processes in a group and removes it; waits until the deadline for the last one to end. Returns
/// the error `ResourceBusy` if it has not ended by then.
pub(super) fn remove(group: &Controller, deadline: Instant) -> io::Result<()> {
    let mut nap = FIRST;
    loop {
        let _ = kill(group);
        match fs::remove_dir(&group.folder) {
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                if Instant::now() >= deadline {
                    return Err(error);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            done => return done,
        }
        rest(group, nap, deadline);
        nap = (nap * 2).min(LONGEST);
    }
}

/// Waits until the group is empty, or for a while: a process may have forked while the group was killed.
fn rest(group: &Controller, nap: Duration, deadline: Instant) {
    let until = deadline.min(Instant::now() + nap);
    if group.unified
        && let Ok(events) = File::open(group.folder.join("cgroup.events"))
    {
        let is_empty = |events: &str| files::value(events, "populated") == Some(0);
        let _ = v2::wait(&events, until, is_empty);
    } else {
        sleep(until.saturating_duration_since(Instant::now()));
    }
}

/// Removes a group together with all groups below it.
pub(super) fn remove_all(group: &Controller, deadline: Instant) -> io::Result<()> {
    for folder in files::children(&group.folder) {
        let below = Controller {
            folder,
            unified: group.unified,
        };
        remove_all(&below, deadline)?;
    }
    remove(group, deadline)
}
