//! The process of a helper: a child of the referee that another process forked.

use std::os::fd::{AsFd, OwnedFd};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::io::{Errno, retry_on_intr};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, kill_process, pidfd_open, pidfd_send_signal, waitpid,
};

use crate::wire::readable;

/// Interval between looks where the kernel doesn't tell of the end.
const LOOK: Duration = Duration::from_millis(1);

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
        let _ = match &self.end {
            _ if self.has_ended => Ok(()),
            Some(process) => pidfd_send_signal(process, Signal::KILL),
            None => kill_process(self.pid, Signal::KILL),
        };
    }

    /// Waits for its end, at most until the deadline: the kernel delays it while a process of the sandbox hangs. Returns
    /// true if it has ended; else it is left to the end of the referee.
    pub fn wait(&mut self, deadline: Instant) -> bool {
        while !self.has_ended {
            let waited = retry_on_intr(|| waitpid(Some(self.pid), WaitOptions::NOHANG));
            self.has_ended = matches!(waited, Ok(Some(_)) | Err(Errno::CHILD));
            let left = deadline.saturating_duration_since(Instant::now());
            match &self.end {
                _ if self.has_ended => {}
                _ if left.is_zero() => return false,
                Some(end) => drop(readable(end.as_fd(), deadline)),
                None => sleep(LOOK.min(left)),
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

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
