//! A bot's process without a jail: in a process group and a scratch folder of its own.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process_group};

use crate::files::tree;
use crate::machine::poll::PollSet;
#[cfg(target_os = "linux")]
use crate::process::bot_family::BotFamily;
use crate::process::scope::ProcessScope;
use crate::process::status::{BotPipes, ProcessExit};
use crate::program::Program;
use crate::program::spawn_error::SpawnError;

/// A bot's process group outside of a jail.
pub(crate) struct PlainProcess {
    child: Child,
    group: Pid,
    death: Option<OwnedFd>,
    end: Option<ProcessExit>,
    scratch: PathBuf,
}

impl PlainProcess {
    /// Starts a bot in a process group, with its own scratch folder and file descriptors.
    pub(crate) fn start(
        program: &Program,
        scope: &ProcessScope,
    ) -> Result<(PlainProcess, BotPipes), SpawnError> {
        let scratch = scope.scratch().map_err(SpawnError::Machine)?;
        let started = PlainProcess::spawn(program, scope, scratch.clone());
        if started.is_err() {
            let _ = fs::remove_dir(&scratch);
        }
        started
    }

    fn spawn(
        program: &Program,
        scope: &ProcessScope,
        scratch: PathBuf,
    ) -> Result<(PlainProcess, BotPipes), SpawnError> {
        let mark: (&str, OsString) = (scope.mark().0, scope.mark().1.into());
        let mut command = if program.through.is_empty() {
            Command::new(&program.executable)
        } else {
            let mut referee = Command::new(scope.jail().helper());
            referee.args(&program.through).arg(&program.executable);
            referee
        };
        command
            .args(&program.args)
            .env_clear()
            .envs(program.env.iter().map(|(key, value)| (key, value)))
            .env("HOME", &scratch)
            .env("TMPDIR", &scratch)
            .env(mark.0, mark.1)
            .current_dir(program.folder.as_deref().unwrap_or(Path::new("/")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        let mut child = command
            .spawn()
            .map_err(|error| SpawnError::blame(&program.executable, error))?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let group = Pid::from_child(&child);
        let bare = PlainProcess {
            death: death_of(group),
            child,
            group,
            end: None,
            scratch,
        };
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            return Err(SpawnError::Machine(io::Error::other("a pipe is missing")));
        };
        let ends = BotPipes {
            stdin: stdin.into(),
            stdout: stdout.into(),
            stderr: stderr.into(),
        };
        for fd in [&ends.stdin, &ends.stdout, &ends.stderr] {
            rustix::io::ioctl_fionbio(fd, true).map_err(|e| SpawnError::Machine(e.into()))?;
        }
        Ok((bare, ends))
    }

    /// Returns its process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns its process group.
    pub(crate) fn group(&self) -> Pid {
        self.group
    }

    /// Returns the usage of the bot and of what descends from it.
    #[cfg(target_os = "linux")]
    pub(crate) fn usage(&self) -> referee_jail::Usage {
        let family = BotFamily::new(self.group, &self.scratch);
        let orphans = ProcessScope::strays();
        let own = family.of(&orphans);
        referee_jail::usage(own.chain([self.id()]))
    }

    /// Returns a file descriptor that becomes readable when the process ends, where the system has one.
    pub(crate) fn death(&self) -> Option<BorrowedFd<'_>> {
        self.death.as_ref().map(AsFd::as_fd)
    }

    /// Returns how the process ended, if it has.
    pub(crate) fn ended(&mut self) -> Option<ProcessExit> {
        if self.end.is_none() && self.death.as_ref().is_none_or(is_readable) {
            self.reap(false);
        }
        self.end
    }

    /// Kills the group, and waits for the end of the process.
    pub(crate) fn kill(&mut self) -> Option<ProcessExit> {
        if self.end.is_none() {
            let _ = kill_process_group(self.group, Signal::KILL);
            self.reap(true);
        }
        self.end
    }

    /// Sends a signal to the group, unless the process has ended.
    pub(crate) fn signal(&self, signal: Signal) {
        if self.end.is_none() {
            let _ = kill_process_group(self.group, signal);
        }
    }

    /// Collects the exit status. Kills the rest of the group first, while the leader, dead or alive, still
    /// keeps the group's number from being given to other processes.
    fn reap(&mut self, surely: bool) {
        if self.death.is_some() || surely {
            let _ = kill_process_group(self.group, Signal::KILL);
        }
        let status = if surely || self.death.is_some() {
            self.child.wait().ok()
        } else {
            self.child.try_wait().ok().flatten()
        };
        self.end = status.map(|status| ProcessExit {
            status: Some(status),
            cpu_ns: None,
            peak: None,
            over: None,
            refused_processes: None,
        });
    }
}

impl Drop for PlainProcess {
    fn drop(&mut self) {
        self.kill();
        tree::remove(&self.scratch);
    }
}

fn is_readable(fd: &OwnedFd) -> bool {
    let mut wanted = PollSet::default();
    wanted.read(fd.as_fd());
    wanted.wait(Instant::now()).any()
}

#[cfg(target_os = "linux")]
fn death_of(process: Pid) -> Option<OwnedFd> {
    use rustix::process::{PidfdFlags, pidfd_open};
    pidfd_open(process, PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn death_of(_: Pid) -> Option<OwnedFd> {
    None
}
