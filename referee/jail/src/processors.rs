//! The processors on which threads may run.

use std::io;

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Returns the processors of a thread, of this one by default; none where the system doesn't tell.
pub(crate) fn allowed(thread: Option<Pid>) -> Vec<usize> {
    let set = sched_getaffinity(thread).unwrap_or_else(|_| CpuSet::new());
    (0..CpuSet::MAX_CPU)
        .filter(|processor| set.is_set(*processor))
        .collect()
}

/// Pins this thread, and every process that it starts, to these processors; an empty list pins nothing.
pub fn stay_on(processors: &[usize]) -> io::Result<()> {
    if processors.is_empty() {
        return Ok(());
    }
    let mut set = CpuSet::new();
    for processor in processors {
        set.set(*processor);
    }
    Ok(sched_setaffinity(None, &set)?)
}
