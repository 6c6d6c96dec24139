//! Limits of the kernel for each process: stops core dumps, more open files than the bounds name, locked
//! memory, queues of messages and signals, and priorities above the usual; and, where there
//! are no control groups, memory and processes.
//!
//! The address space isn't limited: Java and Node reserve far more of it than they use.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::ResourceLimits;

const STACK: u64 = 8 << 20;
/// What a program that needs a deep stack may ask for.
const STACK_MOST: u64 = 64 << 20;
/// A core file of a byte is none. By 0 a crash would still be handed to the program that
/// `kernel.core_pattern` may name, which the kernel starts outside of the jail; by 1 it isn't.
const CORE: u64 = 1;
const LOCKED: u64 = 64 << 10;
const SIGNALS: u64 = 1024;

/// Sets them for this process and its children.
///
/// `memory` tells that nothing else bounds it (data of each process), `processes` how many this user
/// may run in all; nothing where something else counts them.
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
        // The sampler, which knows better what is used, shall be the first to see it.
        let data = bounds.memory.saturating_add(bounds.memory / 4);
        limit(Resource::Data, data, data)?;
    }
    if let Some(processes) = processes {
        limit(Resource::Nproc, processes, processes)?;
    }
    Ok(())
}

/// Never above what this process was left itself.
fn limit(resource: Resource, current: u64, maximum: u64) -> io::Result<()> {
    let ceiling = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let limits = Rlimit {
        current: Some(current.min(ceiling)),
        maximum: Some(maximum.min(ceiling)),
    };
    Ok(setrlimit(resource, limits)?)
}
