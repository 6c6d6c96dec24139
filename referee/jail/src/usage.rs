//! What processes have used of the processors, and how long they had to wait for them.

use std::fs;

use crate::processes::{below, tasks};
use crate::sys;

/// Of some processes together, since each of them began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// CPU time, in nanoseconds; children that their parents have waited for count to ten
    /// milliseconds.
    pub cpu_ns: u64,
    /// How long threads that live could have run and had to wait, in nanoseconds; nothing where the
    /// kernel doesn't tell.
    pub wait_ns: Option<u64>,
    /// How many threads live.
    pub threads: u64,
    /// How often they were given a core.
    pub slices: u64,
    /// Whether a thread could run at this moment. What it has waited since it last did isn't in the
    /// figure above: the kernel adds that when it gets its core.
    pub ready: bool,
}

/// Of a process and all that descend from it. Children that nobody waited for count until they end.
pub fn usage(pid: u32) -> Usage {
    let below = below(pid).into_iter().map(|process| process.pid);
    std::iter::once(pid)
        .chain(below)
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

/// CPU time of one process with the children that it has waited for, in nanoseconds.
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
        wait_ns: fs::exists("/proc/self/schedstat")
            .unwrap_or(false)
            .then_some(wait),
        threads: tasks.len() as u64,
        slices,
        ready: tasks
            .iter()
            .any(|task| fields(task).is_some_and(|fields| fields.starts_with("R "))),
    }
}

/// What stands in `stat` of a process or thread behind its name.
fn fields(folder: &str) -> Option<String> {
    let stat = fs::read(format!("{folder}/stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    // The name stands in brackets, and may hold any byte.
    Some(stat.rsplit_once(") ")?.1.to_owned())
}

/// CPU time of the children that a process has waited for, and of theirs.
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
    fn what_this_process_does_counts() {
        let this_process = std::process::id();
        let before = usage(this_process);
        while usage(this_process).cpu_ns < before.cpu_ns + 1_000_000 {
            std::hint::spin_loop();
        }
        assert!(usage(this_process).wait_ns >= before.wait_ns);
        // This thread runs right now.
        assert!(before.ready);
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
