//! Processes whose parents are gone.
//!
//! The referee adopts them, as the reaper of all that descends from it, and ends them when a game
//! does: a bot's child that has left its process group, its session and its environment behind is
//! found all the same. A process that outlives its parent is no part of a bot.

#[cfg(target_os = "linux")]
pub(crate) use linux::{adopt, end};

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;

    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid,
    };

    /// One that is ended may leave children of its own, which are adopted in turn.
    const PASSES: usize = 1000;

    /// From now on, orphans come to this process.
    pub(crate) fn adopt() {
        let _ = set_child_subreaper(Some(getpid()));
    }

    /// Ends all children that aren't `known`.
    ///
    /// Orphans come to the first thread, which starts no bots itself while others do; where it plays
    /// alone, its bots are known.
    pub(crate) fn end(known: impl Fn(Pid) -> bool) {
        for _ in 0..PASSES {
            let strays: Vec<Pid> = children().into_iter().filter(|pid| !known(*pid)).collect();
            if strays.is_empty() {
                return;
            }
            for pid in strays {
                let _ = kill_process(pid, Signal::KILL);
                let _ = waitpid(Some(pid), WaitOptions::empty());
            }
        }
    }

    fn children() -> Vec<Pid> {
        let referee = getpid().as_raw_nonzero();
        let list = fs::read_to_string(format!("/proc/self/task/{referee}/children"));
        let pid = |pid_text: &str| pid_text.parse().ok().and_then(Pid::from_raw);
        list.unwrap_or_default()
            .split_ascii_whitespace()
            .filter_map(pid)
            .collect()
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn adopt() {}

#[cfg(not(target_os = "linux"))]
pub(crate) fn end(_: impl Fn(rustix::process::Pid) -> bool) {}
