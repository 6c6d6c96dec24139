//! The process of a helper: a child of the referee that another process forked.

use std::os::fd::{AsFd, OwnedFd};
use std::time::Instant;

use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, kill_process, pidfd_open, waitpid};

use crate::wire::readable;

/// A child of this process; its id is its own until it was waited for.
pub struct HelperProcess {
    pid: Pid,
    /// Readable at its end; `None` where the kernel has no such descriptors.
    end: Option<OwnedFd>,
    has_ended: bool,
}

impl HelperProcess {
    pub fn new(pid: Pid) -> HelperProcess {
        HelperProcess {
            pid,
            end: pidfd_open(pid, PidfdFlags::empty()).ok(),
            has_ended: false,
        }
    }

    /// Returns its process id.
    pub fn pid(&self) -> Pid {
        self.pid
    }

    /// Kills it, unless it was waited for.
    pub fn kill(&self) {
        if !self.has_ended {
            let _ = kill_process(self.pid, Signal::KILL);
        }
    }

    /// Waits for its end, at most until the deadline: the kernel delays it while a process of the sandbox hangs. Returns
    /// true if it has ended; else it is left to the end of the referee.
    pub fn wait(&mut self, deadline: Instant) -> bool {
        if self.has_ended {
            return true;
        }
        let how = match &self.end {
            Some(end) if !readable(end.as_fd(), deadline) => return false,
            Some(_) => WaitOptions::NOHANG,
            None => WaitOptions::empty(),
        };
        let waited = rustix::io::retry_on_intr(|| waitpid(Some(self.pid), how));
        self.has_ended = matches!(waited, Ok(Some(_)) | Err(Errno::CHILD));
        self.has_ended
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::*;

    fn child(seconds: &str) -> HelperProcess {
        // Only the process id is used: it is waited for below.
        #[expect(clippy::zombie_processes, reason = "HelperProcess waits for it")]
        let child = Command::new("sleep")
            .arg(seconds)
            .spawn()
            .expect("a program");
        HelperProcess::new(Pid::from_child(&child))
    }

    #[test]
    fn who_hangs_is_not_waited_for_beyond_the_deadline() {
        let mut process = child("600");
        assert!(!process.wait(Instant::now()));
        process.kill();
        assert!(process.wait(Instant::now() + Duration::from_mins(1)));
    }

    #[test]
    fn who_was_waited_for_is_left_alone() {
        let mut process = child("0");
        assert!(process.wait(Instant::now() + Duration::from_mins(1)));
        // The id may be another's now: this process's own, to be sure that nothing is sent.
        process.pid = rustix::process::getpid();
        process.kill();
        assert!(process.wait(Instant::now()));
    }
}
