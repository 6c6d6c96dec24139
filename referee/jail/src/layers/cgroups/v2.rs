//! Control groups of version 2: one folder for everything.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::files::{self, needed, number, value, write};

/// First and longest wait for a change that is not there at once. The kernel delays a notice that follows
/// another within 10 ms, so waiting for notices alone would be slow.
const FIRST: Duration = Duration::from_micros(20);
const LONGEST: Duration = Duration::from_micros(500);

/// Enables controllers for the groups below.
pub(super) fn enable(folder: &Path, controllers: &[&str]) -> io::Result<()> {
    let control = folder.join("cgroup.subtree_control");
    for controller in controllers {
        if !files::lists(&control, controller) {
            write(&control, &format!("+{controller}"))?;
        }
    }
    Ok(())
}

/// Limits memory; when it is used up, the kernel kills all of the group's processes, not one of them.
pub(super) fn bound_memory(folder: &Path, bytes: u64) -> io::Result<()> {
    write(&folder.join("memory.max"), &bytes.to_string())?;
    write(&folder.join("memory.oom.group"), "1")?;
    match write(&folder.join("memory.swap.max"), "0") {
        // A kernel without swap has no such file.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Returns the peak memory use in bytes; kernels before 5.19 do not report it.
pub(super) fn memory_peak(folder: &Path) -> Option<u64> {
    number(&std::fs::read_to_string(folder.join("memory.peak")).ok()?)
}

/// Returns how many processes were killed because the memory was used up.
pub(super) fn oom_kills(folder: &Path) -> io::Result<u64> {
    let events = std::fs::read_to_string(folder.join("memory.events"))?;
    needed(&events, "oom_kill")
}

/// Reads the CPU time that was used, in nanoseconds, from an open `cpu.stat`.
pub(super) fn cpu_ns(stat: &File) -> io::Result<u64> {
    Ok(needed(&files::text(stat)?, "usage_usec")?.saturating_mul(1000))
}

/// Kills all processes in a group and below it at once, frozen ones too; kernels before 5.14 cannot.
pub(super) fn kill(folder: &Path) -> io::Result<()> {
    write(&folder.join("cgroup.kill"), "1")
}

/// Freezes and thaws the processes of a group of version 2.
pub(super) struct FreezerV2 {
    freeze: File,
    events: File,
}

impl FreezerV2 {
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        Ok(Self {
            freeze: OpenOptions::new()
                .write(true)
                .open(folder.join("cgroup.freeze"))?,
            events: File::open(folder.join("cgroup.events"))?,
        })
    }

    pub(super) fn freeze(&self, deadline: Instant) -> io::Result<bool> {
        files::set(&self.freeze, "1")?;
        wait(&self.events, deadline, |events| {
            value(events, "frozen") == Some(1)
        })
    }

    pub(super) fn thaw(&self) -> io::Result<()> {
        files::set(&self.freeze, "0")
    }
}

/// Waits until an open `cgroup.events` satisfies `is_done`; returns false if the deadline passed first.
pub(super) fn wait(
    events: &File,
    deadline: Instant,
    is_done: impl Fn(&str) -> bool,
) -> io::Result<bool> {
    let mut nap = FIRST;
    loop {
        if is_done(&files::text(events)?) {
            return Ok(true);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(false);
        }
        let until = Timespec {
            tv_sec: 0,
            tv_nsec: nap.min(left).subsec_nanos().into(),
        };
        match poll(&mut [PollFd::new(events, PollFlags::PRI)], Some(&until)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        nap = (nap * 2).min(LONGEST);
    }
}
