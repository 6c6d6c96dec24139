//! Resource limits of the kernel for each process: prevent core dumps, more open files than the limits allow,
//! locked memory, queues of messages and signals, and raised priorities; and, where there are no control
//! groups, limit memory and processes.
//!
//! The address space isn't limited: Java and Node reserve far more of it than they use.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::ResourceLimits;

const STACK: u64 = 8 << 20;
/// Hard limit, for programs that need a deep stack.
const STACK_MOST: u64 = 64 << 20;
/// A core file of one byte is as good as none. With 0 the kernel would still hand a crash to the program in
/// `kernel.core_pattern`, which it starts outside the jail; with 1 it does not.
const CORE: u64 = 1;
const LOCKED: u64 = 64 << 10;
const SIGNALS: u64 = 1024;

/// Sets the limits for this process and its children.
///
/// `memory` is true if nothing else limits memory; then each process has a data limit. `processes` is the
/// number of processes that this user may run in all; `None` if something else counts them.
pub fn set(bounds: &ResourceLimits, memory: bool, processes: Option<u64>) -> io::Result<()> {
    for (resource, most) in [
        (Resource::Core, CORE),
        (Resource::Nofile, bounds.files),
        (Resource::Fsize, bounds.file),
        (Resource::Memlock, LOCKED),
        (Resource::Sigpending, SIGNALS),
        (Resource::Msgqueue, 0),
        (Resource::Nice, 0),
        (Resource::Rtprio, 0),
    ] {
        limit(resource, most, most)?;
    }
    limit(Resource::Stack, STACK, STACK_MOST)?;
    if memory {
        // A quarter above the limit, so that the sampler, which measures the use better, sees it first.
        let data = bounds.memory.saturating_add(bounds.memory / 4);
        limit(Resource::Data, data, data)?;
    }
    if let Some(processes) = processes {
        limit(Resource::Nproc, processes, processes)?;
    }
    Ok(())
}

/// Sets one limit, never above the hard limit that this process already has.
fn limit(resource: Resource, current: u64, maximum: u64) -> io::Result<()> {
    let ceiling = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let limits = Rlimit {
        current: Some(current.min(ceiling)),
        maximum: Some(maximum.min(ceiling)),
    };
    Ok(setrlimit(resource, limits)?)
}
