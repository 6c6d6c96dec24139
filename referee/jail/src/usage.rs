//! Measures how much CPU time processes have used, and how long they had to wait for a core.

use std::fs;
use std::sync::LazyLock;

use crate::processes::{ENOUGH, ProcessInfo, children_of, is_running, stat, tasks, text};
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
///
/// Each process is read once, a parent before its children: a child that ends meanwhile may be missing, but never
/// counts twice.
pub fn usage(pids: impl IntoIterator<Item = u32>) -> Usage {
    let mut all = Usage {
        wait_ns: TELLS_WAITS.then_some(0),
        ..Usage::default()
    };
    for root in pids {
        let mut open = vec![root];
        while let Some(pid) = open.pop() {
            match stat(pid) {
                Some(process) => open.extend(all.add(&process)),
                // A process that `/proc` hides has a CPU clock all the same.
                None if pid == root => all.cpu_ns += cpu_of(pid),
                None => {}
            }
        }
    }
    all
}

/// Returns the CPU time of a process and of the children that it has waited for, in nanoseconds.
pub(crate) fn cpu_of(pid: u32) -> u64 {
    let children = stat(pid).map_or(0, |it| it.children_ns);
    sys::cpu_of_process(pid).unwrap_or(0) + children
}

impl Usage {
    /// Adds what one process has used; returns its children.
    fn add(&mut self, process: &ProcessInfo) -> Vec<u32> {
        let pid = process.pid;
        self.cpu_ns += sys::cpu_of_process(pid).unwrap_or(0) + process.children_ns;
        // The files of a process with one thread say the same as those of the thread.
        if process.threads <= 1 {
            self.threads += process.threads;
            self.ready |= process.is_running;
            self.add_waits(&format!("/proc/{pid}/schedstat"));
            return children_of(pid, pid);
        }
        let mut children = Vec::new();
        for task in tasks(pid) {
            self.threads += 1;
            self.ready = self.ready || is_running(pid, task);
            self.add_waits(&format!("/proc/{pid}/task/{task}/schedstat"));
            children.extend(children_of(pid, task));
        }
        children
    }

    /// Adds how long a thread has waited for a core, and how often it was given one.
    fn add_waits(&mut self, path: &str) {
        let Some(wait_ns) = &mut self.wait_ns else {
            return;
        };
        let mut buffer = [0; ENOUGH];
        let line = text(path, &mut buffer).unwrap_or_default();
        let mut words = line.split_ascii_whitespace().skip(1);
        let mut next = || words.next().and_then(|word| word.parse::<u64>().ok());
        *wait_ns += next().unwrap_or(0);
        self.slices += next().unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::processes::tests::{end, ready, shell};

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
        assert!(stat(std::process::id()).is_some_and(|it| it.children_ns > 0));
    }

    #[test]
    fn one_thread_is_measured_by_its_process() {
        let mut child = shell("echo; read line");
        ready(&mut child);
        let pid = child.id();
        let path = format!("/proc/{pid}/task/{pid}/schedstat");
        let waits = || fs::read_to_string(&path).unwrap_or_default();
        // It may still be on its way to the wait for its line.
        let (line, used) = loop {
            let (before, used) = (waits(), usage([pid]));
            if before == waits() {
                break (before, used);
            }
        };
        end(child);
        let words: Vec<u64> = line
            .split_ascii_whitespace()
            .map(|word| word.parse().expect("a number"))
            .collect();
        assert_eq!(used.threads, 1);
        assert_eq!(used.wait_ns, words.get(1).copied());
        assert_eq!(used.slices, words.get(2).copied().unwrap_or(0));
    }

    #[test]
    fn threads_are_measured_each() {
        let barrier = std::sync::Barrier::new(9);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    barrier.wait();
                    barrier.wait();
                });
            }
            barrier.wait();
            let used = usage([std::process::id()]);
            barrier.wait();
            // This thread runs.
            assert!(used.threads >= 9 && used.ready, "{used:?}");
            // Where the kernel doesn't count slices, there are none.
            assert!(used.slices == 0 || used.slices >= 9, "{used:?}");
        });
    }

    #[test]
    fn descendants_are_measured_each() {
        let script = "while :; do :; done & sleep 1000 & echo; read line";
        let mut child = shell(script);
        ready(&mut child);
        let before = usage([child.id()]);
        assert_eq!(before.threads, 3);
        // The shell itself only waits.
        let mut now = before;
        while now.cpu_ns < before.cpu_ns + 50_000_000 || !now.ready {
            now = usage([child.id()]);
        }
        assert_eq!(now.threads, 3);
        end(child);
    }

    #[test]
    fn a_process_that_is_gone_used_nothing() {
        let mut child = shell("exit");
        let pid = child.id();
        child.wait().expect("its end");
        let nothing = Usage {
            wait_ns: TELLS_WAITS.then_some(0),
            ..Usage::default()
        };
        assert_eq!(usage([pid]), nothing);
    }
}
