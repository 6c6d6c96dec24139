//! Finds all processes of a bot, and stops or kills them together.

use std::collections::HashSet;
use std::fs;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, kill_process, wait, waitid,
};

use crate::sys;

/// Interval between looks at processes that are not children: the kernel does not report when those stop.
const LOOK: Duration = Duration::from_micros(200);
/// Limit on rounds of killing: a killed process may have started others before it ended.
const PASSES: usize = 10_000;

/// The place where a bot's processes are found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ProcessTree {
    /// All processes of this PID namespace, except this process, which is its init.
    World,
    /// All descendants of this process, which adopts orphans.
    Descendants,
}

impl ProcessTree {
    /// Stops the processes, and returns true if all of them have surely stopped before `until`. `changes`
    /// becomes readable when the state of a child changes.
    ///
    /// In a PID namespace the signal reaches all processes at once, even those that are being forked. But a
    /// process that it has not stopped yet may continue others, and outside a PID namespace may start some
    /// that the signal does not reach. So the tree is listed again once all have stopped, and a tree of
    /// several processes is checked twice.
    pub fn stop(self, changes: BorrowedFd<'_>, until: Instant) -> bool {
        self.signal(Signal::STOP);
        // Most bots are one process, which needs no further look.
        let first = children(getpid()).into_iter().collect::<HashSet<_>>();
        while !first.iter().all(|pid| stands_still(*pid)) && Instant::now() < until {
            pause(changes, until);
        }
        let mut stood = first;
        loop {
            let members = descendants();
            let still = members.iter().all(|pid| stands_still(*pid));
            if still && members == stood {
                // Without a usable `/proc`, the state of the processes is unknown.
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

    /// Stops the processes again if another process has continued a child.
    pub fn stay(self) {
        let question = WaitIdOptions::CONTINUED | WaitIdOptions::NOHANG;
        if matches!(waitid(WaitId::All, question), Ok(Some(_))) {
            self.signal(Signal::STOP);
        }
    }

    /// Continues the processes.
    pub fn go_on(self) {
        self.signal(Signal::CONT);
    }

    /// Kills the processes, and waits for each to end.
    pub fn end(self) {
        for _ in 0..PASSES {
            if self == ProcessTree::Descendants {
                // A stopped process cannot start further children.
                self.signal(Signal::STOP);
            }
            self.signal(Signal::KILL);
            if wait(WaitOptions::empty()).is_err() {
                return;
            }
            // To look for all of them again at the end of each takes longer than a bot's end may.
            while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        }
    }

    fn signal(self, signal: Signal) {
        match self {
            ProcessTree::World => sys::signal_all(signal.as_raw()),
            ProcessTree::Descendants => {
                let send = |pid| {
                    let _ = kill_process(pid, signal);
                };
                if signal == Signal::STOP {
                    // A process that is stopped before its children are listed starts no more of them.
                    walk(send);
                } else {
                    // One that is killed leaves its children to another parent, and one that goes on may start more
                    // without an end.
                    descendants().into_iter().for_each(send);
                }
            }
        }
    }
}

fn descendants() -> HashSet<Pid> {
    walk(|_| {})
}

/// Returns all descendants of this process, each of which is visited before its own children are listed.
fn walk(visit: impl Fn(Pid)) -> HashSet<Pid> {
    let mut pids = HashSet::new();
    let mut parents = vec![getpid()];
    while let Some(parent) = parents.pop() {
        for child in children(parent) {
            if pids.insert(child) {
                visit(child);
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

/// Waits until the state of a child changes, at most for [`LOOK`]: processes that are not children do not
/// report.
fn pause(changes: BorrowedFd<'_>, until: Instant) {
    let left = until.saturating_duration_since(Instant::now()).min(LOOK);
    let left = Timespec::try_from(left).ok();
    let mut fds = [PollFd::from_borrowed_fd(changes, PollFlags::IN)];
    if poll(&mut fds, left.as_ref()).is_ok_and(|ready| ready > 0) {
        let _ = rustix::io::read(changes, &mut [0; 1024]);
    }
}

/// Returns true if a child has ended or all of its threads have stopped; `None` if the process is not a
/// child.
fn child_stands_still(pid: Pid) -> Option<bool> {
    let question = WaitIdOptions::STOPPED
        | WaitIdOptions::EXITED
        | WaitIdOptions::NOWAIT
        | WaitIdOptions::NOHANG;
    let state = waitid(WaitId::Pid(pid), question).ok()?;
    Some(state.is_some())
}

/// Returns true if no thread of the process runs: each has stopped or ended.
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
