//! Finds and ends processes whose parents are gone.
//!
//! The referee adopts them, as the reaper of all its descendants, and ends them at the end of a game. So a
//! bot's child is found even if it has left its process group, its session and its environment.

#[cfg(target_os = "linux")]
pub(crate) use linux::{adopt, all, end};

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;

    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid,
    };

    /// Most passes over the children: one that is ended may leave children of its own, which are adopted in
    /// turn.
    const PASSES: usize = 1000;

    /// Makes this process the parent of all orphans among its descendants from now on.
    pub(crate) fn adopt() {
        let _ = set_child_subreaper(Some(getpid()));
    }

    /// Ends all children that aren't `known`.
    ///
    /// Orphans become children of the first thread, which starts no bots itself while other threads do; where
    /// it is the only one that plays, its bots are `known`.
    pub(crate) fn end(known: impl Fn(Pid) -> bool) {
        for _ in 0..PASSES {
            let strays = all(&known);
            if strays.is_empty() {
                return;
            }
            for pid in strays {
                let _ = kill_process(pid, Signal::KILL);
                let _ = waitpid(Some(pid), WaitOptions::empty());
            }
        }
    }

    /// Returns all children that aren't `known`, dead ones included.
    pub(crate) fn all(known: impl Fn(Pid) -> bool) -> Vec<Pid> {
        children().into_iter().filter(|pid| !known(*pid)).collect()
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
