//! Control groups of version 1: a folder for each controller.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::thread::{sleep, yield_now};
use std::time::{Duration, Instant};

use super::files::{self, needed, number, write};

/// First and longest wait for a state that is not there at once; the kernel sends no notice of it.
const FIRST: Duration = Duration::from_micros(20);
const LONGEST: Duration = Duration::from_micros(500);
/// Before the first wait, a process on this core gets this many chances to stop, which takes microseconds.
const YIELDS: u32 = 16;

/// Limits memory and, where swap is counted, memory with swap. When it is used up, the kernel kills one of
/// the processes, not all of them.
pub(super) fn bound_memory(folder: &Path, bytes: u64) -> io::Result<()> {
    let bytes = bytes.to_string();
    write(&folder.join("memory.limit_in_bytes"), &bytes)?;
    match write(&folder.join("memory.memsw.limit_in_bytes"), &bytes) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            write(&folder.join("memory.swappiness"), "0")
        }
        done => done,
    }
}

/// Returns the peak memory use in bytes; cached file pages count until other processes need the memory.
pub(super) fn memory_peak(folder: &Path) -> Option<u64> {
    number(&std::fs::read_to_string(folder.join("memory.max_usage_in_bytes")).ok()?)
}

/// Returns how many processes were killed because the memory was used up.
pub(super) fn oom_kills(folder: &Path) -> io::Result<u64> {
    let control = std::fs::read_to_string(folder.join("memory.oom_control"))?;
    needed(&control, "oom_kill")
}

/// Reads the CPU time that was used, in nanoseconds, from an open `cpuacct.usage`.
pub(super) fn cpu_ns(usage: &File) -> io::Result<u64> {
    number(&files::text(usage)?)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "cpuacct.usage is no number"))
}

/// Freezes and thaws the processes of a group of version 1.
pub(super) struct FreezerV1 {
    state: File,
}

impl FreezerV1 {
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        let state = options.read(true).write(true);
        Ok(Self {
            state: state.open(folder.join("freezer.state"))?,
        })
    }

    pub(super) fn freeze(&self, deadline: Instant) -> io::Result<bool> {
        files::set(&self.state, "FROZEN")?;
        let (mut nap, mut yields) = (FIRST, YIELDS);
        while files::text(&self.state)?.trim() != "FROZEN" {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(false);
            }
            if yields > 0 {
                yields -= 1;
                yield_now();
                continue;
            }
            sleep(nap.min(left));
            nap = (nap * 2).min(LONGEST);
        }
        Ok(true)
    }

    pub(super) fn thaw(&self) -> io::Result<()> {
        files::set(&self.state, "THAWED")
    }
}
