//! Measures how much CPU time processes have used, and how long they had to wait for a core.

use std::fs;
use std::sync::LazyLock;

use crate::processes::{below, tasks};
use crate::sys;

/// True if the kernel reports how long a thread waited for a core.
static TELLS_WAITS: LazyLock<bool> =
    LazyLock::new(|| fs::exists("/proc/self/schedstat").unwrap_or(false));

/// Sum over some processes, since each of them began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// CPU time in nanoseconds; the part of children that their parents have waited for has a resolution of
    /// ten milliseconds.
    pub cpu_ns: u64,
    /// Time that living threads were ready to run and had to wait for a core, in nanoseconds; `None` where
    /// the kernel does not report it.
    pub wait_ns: Option<u64>,
    /// Number of living threads.
    pub threads: u64,
    /// Number of times that these threads were given a core.
    pub slices: u64,
    /// True if a thread was ready to run or running at this moment. Its current waiting time is not in
    /// `wait_ns` yet: the kernel adds it when the thread gets its core.
    pub ready: bool,
}

/// Measures processes and all of their descendants. An ended child that no parent has waited for yet still
/// counts.
pub fn usage(pids: impl IntoIterator<Item = u32>) -> Usage {
    let below = |pid| below(pid).into_iter().map(|process| process.pid);
    pids.into_iter()
        .flat_map(|pid| std::iter::once(pid).chain(below(pid)))
        .map(of_process)
        .reduce(|all, one| Usage {
            cpu_ns: all.cpu_ns + one.cpu_ns,
            wait_ns: all.wait_ns.zip(one.wait_ns).map(|(all, one)| all + one),
            threads: all.threads + one.threads,
            slices: all.slices + one.slices,
            ready: all.ready || one.ready,
        })
        .unwrap_or_default()
}

/// Returns the CPU time of a process and of the children that it has waited for, in nanoseconds.
pub(crate) fn cpu_of(pid: u32) -> u64 {
    sys::cpu_of_process(pid).unwrap_or(0) + of_children(pid).unwrap_or(0)
}

fn of_process(pid: u32) -> Usage {
    let tasks: Vec<String> = tasks(pid)
        .into_iter()
        .map(|task| format!("/proc/{pid}/task/{task}"))
        .collect();
    let (mut wait, mut slices) = (0, 0);
    for task in &tasks {
        let line = fs::read_to_string(format!("{task}/schedstat")).unwrap_or_default();
        let mut words = line.split_ascii_whitespace().skip(1);
        let mut next = || words.next().and_then(|text| text.parse::<u64>().ok());
        wait += next().unwrap_or(0);
        slices += next().unwrap_or(0);
    }
    Usage {
        cpu_ns: cpu_of(pid),
        wait_ns: TELLS_WAITS.then_some(wait),
        threads: tasks.len() as u64,
        slices,
        ready: tasks
            .iter()
            .any(|task| fields(task).is_some_and(|fields| fields.starts_with("R "))),
    }
}

/// Returns the fields of `stat` after the name of a process or thread.
fn fields(folder: &str) -> Option<String> {
    let stat = fs::read(format!("{folder}/stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    // The name is in brackets, and may contain any byte.
    Some(stat.rsplit_once(") ")?.1.to_owned())
}

/// Returns the CPU time in nanoseconds of the children that a process has waited for, and of their
/// descendants.
fn of_children(pid: u32) -> Option<u64> {
    let fields = fields(&format!("/proc/{pid}"))?;
    let mut fields = fields.split_ascii_whitespace().skip(13);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    let all = ticks()? + ticks()?;
    Some(all * 1_000_000_000 / rustix::param::clock_ticks_per_second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_process_does_counts() {
        // Not this process: the waits of its other threads are gone when these end.
        let mut child = std::process::Command::new("sh");
        let mut child = child
            .args(["-c", "while :; do :; done"])
            .spawn()
            .expect("sh");
        let mut before = usage([child.id()]);
        while before.cpu_ns == 0 || !before.ready {
            before = usage([child.id()]);
        }
        while usage([child.id()]).cpu_ns == before.cpu_ns {
            std::thread::yield_now();
        }
        assert!(usage([child.id()]).wait_ns >= before.wait_ns);
        let _ = child.kill();
        let _ = child.wait();
    }

    #[test]
    fn children_that_have_ended_count() {
        let spin = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done";
        let mut child = std::process::Command::new("sh");
        let done = child.args(["-c", spin]).status();
        assert!(done.is_ok_and(|done| done.success()));
        assert!(of_children(std::process::id()).is_some_and(|ns| ns > 0));
    }
}
