//! All processes of a bot, and how they are stopped and ended together.

use std::collections::HashSet;
use std::fs;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, kill_process, wait, waitid,
};

use crate::sys;

/// What isn't a child of this process doesn't tell of its stop: it is looked at so often.
const LOOK: Duration = Duration::from_micros(200);
/// One that is killed may have started others meanwhile.
const PASSES: usize = 10_000;

/// Where a bot's processes are found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ProcessTree {
    /// They are all that there is, but for this process, which is the first.
    World,
    /// They descend from this process, which adopts orphans.
    Descendants,
}

impl ProcessTree {
    /// Stops them, and tells whether all of them stand still for sure. `changes` can be read when
    /// something has become of a child.
    ///
    /// In a world of its own the signal reaches all at once, even those that are just being forked.
    /// But one that it hasn't stopped yet may let others go on, and elsewhere start some that it
    /// doesn't reach: so all are looked for again when they stand still, and several looked at twice.
    pub fn stop(self, changes: BorrowedFd<'_>, until: Instant) -> bool {
        self.signal(Signal::STOP);
        // Most bots are one process.
        let first = children(getpid()).into_iter().collect::<HashSet<_>>();
        while !first.iter().all(|pid| stands_still(*pid)) && Instant::now() < until {
            pause(changes, until);
        }
        let mut stood = first;
        loop {
            let members = descendants();
            let still = members.iter().all(|pid| stands_still(*pid));
            if still && members == stood {
                // Where nothing can be seen of them, nothing is sure.
                return fs::metadata("/proc/self").is_ok();
            }
            if Instant::now() >= until {
                return false;
            }
            if !still {
                pause(changes, until);
                self.signal(Signal::STOP);
            }
            stood = if still { members } else { HashSet::new() };
        }
    }

    /// Stops them again where somebody else has let a child go on.
    pub fn stay(self) {
        let question = WaitIdOptions::CONTINUED | WaitIdOptions::NOHANG;
        if matches!(waitid(WaitId::All, question), Ok(Some(_))) {
            self.signal(Signal::STOP);
        }
    }

    /// Lets them go on.
    pub fn go_on(self) {
        self.signal(Signal::CONT);
    }

    /// Kills them, and waits for the end of each.
    pub fn end(self) {
        for _ in 0..PASSES {
            if self == ProcessTree::Descendants {
                // What stands still has no further children.
                self.signal(Signal::STOP);
            }
            self.signal(Signal::KILL);
            if wait(WaitOptions::empty()).is_err() {
                return;
            }
        }
    }

    fn signal(self, signal: Signal) {
        match self {
            ProcessTree::World => sys::signal_all(signal.as_raw()),
            ProcessTree::Descendants => {
                for pid in descendants() {
                    let _ = kill_process(pid, signal);
                }
            }
        }
    }
}

fn descendants() -> HashSet<Pid> {
    let mut pids = HashSet::new();
    let mut parents = vec![getpid()];
    while let Some(parent) = parents.pop() {
        for child in children(parent) {
            if pids.insert(child) {
                parents.push(child);
            }
        }
    }
    pids
}

fn children(parent: Pid) -> Vec<Pid> {
    let folder = format!("/proc/{}/task", parent.as_raw_nonzero());
    let threads = fs::read_dir(folder).into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let pids = |list: String| -> Vec<Pid> {
        let words = list.split_ascii_whitespace();
        words
            .filter_map(|word| Pid::from_raw(word.parse().ok()?))
            .collect()
    };
    lists.flat_map(pids).collect()
}

/// Waits until something becomes of a child, or for a moment: others don't tell.
fn pause(changes: BorrowedFd<'_>, until: Instant) {
    let left = until.saturating_duration_since(Instant::now()).min(LOOK);
    let left = Timespec::try_from(left).ok();
    let mut fds = [PollFd::from_borrowed_fd(changes, PollFlags::IN)];
    if poll(&mut fds, left.as_ref()).is_ok_and(|ready| ready > 0) {
        let _ = rustix::io::read(changes, &mut [0; 1024]);
    }
}

/// Whether a child has ended, or all of its threads have stopped; nothing of one that isn't a child.
fn child_stands_still(pid: Pid) -> Option<bool> {
    let question = WaitIdOptions::STOPPED
        | WaitIdOptions::EXITED
        | WaitIdOptions::NOWAIT
        | WaitIdOptions::NOHANG;
    let state = waitid(WaitId::Pid(pid), question).ok()?;
    Some(state.is_some())
}

/// Whether no thread of a process runs: each has stopped or ended.
fn stands_still(pid: Pid) -> bool {
    if let Some(still) = child_stands_still(pid) {
        return still;
    }
    let folder = format!("/proc/{}/task", pid.as_raw_nonzero());
    let Ok(threads) = fs::read_dir(folder) else {
        return true;
    };
    threads.flatten().all(|thread| {
        let stat = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        let state = stat
            .rsplit_once(") ")
            .and_then(|(_, rest)| rest.chars().next());
        matches!(state, None | Some('T' | 't' | 'Z' | 'X'))
    })
}
