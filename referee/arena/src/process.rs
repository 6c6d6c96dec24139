//! One bot's process: started, spoken to without ever blocking, and ended with all of its group.

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process_group};
use thiserror::Error;

use crate::haven::Haven;
use crate::program::Program;
use crate::wait::{Ready, wait};

/// Why a process could not be started.
#[derive(Debug, Error)]
pub enum SpawnError {
    /// It is the bot's own fault: not there, not executable, not a program.
    #[error("{path} could not be started: {error}", path = .path.display())]
    Bot {
        /// The program.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// It is the machine's: no memory, no descriptors, too many processes.
    #[error("the machine could not start a process: {0}")]
    Machine(io::Error),
}

/// What a read gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Got {
    /// So many bytes.
    Bytes(usize),
    /// Nothing at the moment.
    Nothing,
    /// The end of the stream.
    End,
}

/// A running bot.
pub struct Process {
    child: Child,
    group: Pid,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Becomes readable when the process ends; where there is no such thing, the end of stdout
    /// tells of it.
    death: Option<OwnedFd>,
    status: Option<ExitStatus>,
    scratch: PathBuf,
    haven: Haven,
}

/// Numbers scratch folders, so that no two processes share one.
static SCRATCH: AtomicU64 = AtomicU64::new(0);

impl Process {
    /// Starts a bot in a process group, with a scratch folder and descriptors of its own.
    pub fn start(program: &Program, haven: &Haven) -> Result<Process, SpawnError> {
        let number = SCRATCH.fetch_add(1, Ordering::Relaxed);
        let scratch = haven.folder().join(format!("scratch-{number}"));
        fs::create_dir(&scratch).map_err(SpawnError::Machine)?;
        let started = Process::spawn(program, haven, scratch.clone());
        if started.is_err() {
            let _ = fs::remove_dir(&scratch);
        }
        started
    }

    fn spawn(program: &Program, haven: &Haven, scratch: PathBuf) -> Result<Process, SpawnError> {
        let mut command = Command::new(&program.executable);
        command
            .args(&program.args)
            .env_clear()
            .envs(program.env.iter().map(|(key, value)| (key, value)))
            .env("HOME", &scratch)
            .env("TMPDIR", &scratch)
            .env(haven.mark().0, haven.mark().1)
            .current_dir(&program.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        let mut child = command
            .spawn()
            .map_err(|error| blame(&program.executable, error))?;
        let group = Pid::from_child(&child);
        haven.entered(group);
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let mut process = Process {
            death: death_of(group),
            child,
            group,
            stdin,
            stdout,
            stderr,
            status: None,
            scratch,
            haven: haven.clone(),
        };
        process.never_block().map_err(SpawnError::Machine)?;
        Ok(process)
    }

    fn never_block(&mut self) -> io::Result<()> {
        fn set(fd: Option<&impl AsFd>) -> io::Result<()> {
            if let Some(fd) = fd {
                fcntl_setfl(fd, fcntl_getfl(fd)? | OFlags::NONBLOCK)?;
            }
            Ok(())
        }
        set(self.stdin.as_ref())?;
        set(self.stdout.as_ref())?;
        set(self.stderr.as_ref())
    }

    /// Writes what the pipe takes of these bytes, and tells how many that are. A bot that doesn't
    /// listen any more is taken to have heard everything.
    pub fn write(&mut self, bytes: &[u8]) -> usize {
        let mut written = 0;
        while let Some(stdin) = &self.stdin
            && written < bytes.len()
        {
            match rustix::io::write(stdin, &bytes[written..]) {
                Ok(n) => written += n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return written,
                Err(_) => self.stdin = None,
            }
        }
        bytes.len()
    }

    /// Reads from stdout what is there, at most a buffer full.
    pub fn read(&mut self, buffer: &mut [u8]) -> Got {
        read(&mut self.stdout, buffer)
    }

    /// Reads from stderr what is there, at most a buffer full.
    pub fn read_stderr(&mut self, buffer: &mut [u8]) -> Got {
        read(&mut self.stderr, buffer)
    }

    /// Waits for output, for room to write (`writing`) or for the end of the process.
    pub fn wait(&self, writing: bool, deadline: Instant) -> Ready {
        let stdin = self.stdin.as_ref().filter(|_| writing).map(AsFd::as_fd);
        // Without a descriptor that tells of the end, have a look now and then.
        let deadline = match self.death {
            Some(_) => deadline,
            None => deadline.min(Instant::now() + Duration::from_millis(20)),
        };
        wait(
            [
                self.stdout.as_ref().map(AsFd::as_fd),
                self.stderr.as_ref().map(AsFd::as_fd),
                self.death
                    .as_ref()
                    .filter(|_| self.status.is_none())
                    .map(AsFd::as_fd),
            ],
            stdin,
            deadline,
        )
    }

    /// Whether the process has ended; tells how, and ends what is left of its group.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && self.death.as_ref().is_none_or(is_readable) {
            self.reap(false);
        }
        self.status
    }

    /// Closes the bot's stdin: the end of its input.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Kills the process with its whole group, and waits for its end.
    pub fn kill(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            let _ = kill_process_group(self.group, Signal::KILL);
            self.reap(true);
        }
        self.status
    }

    /// Takes the status. What else runs in the group is killed first, as long as the leader, dead
    /// or not, keeps the group's number from being given to others.
    fn reap(&mut self, surely: bool) {
        if self.death.is_some() || surely {
            let _ = kill_process_group(self.group, Signal::KILL);
        }
        let status = if surely || self.death.is_some() {
            self.child.wait().ok()
        } else {
            self.child.try_wait().ok().flatten()
        };
        if status.is_some() {
            self.status = status;
            self.haven.left(self.group);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        let _ = fs::remove_dir_all(&self.scratch);
    }
}

fn read(stream: &mut Option<impl AsFd>, buffer: &mut [u8]) -> Got {
    loop {
        let Some(fd) = stream else {
            return Got::End;
        };
        match rustix::io::read(fd, &mut *buffer) {
            Ok(0) => *stream = None,
            Ok(n) => return Got::Bytes(n),
            Err(Errno::AGAIN) => return Got::Nothing,
            Err(Errno::INTR) => {}
            Err(_) => *stream = None,
        }
    }
}

fn is_readable(fd: &OwnedFd) -> bool {
    wait([Some(fd.as_fd()), None, None], None, Instant::now()).any()
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

/// Tells the bot's faults from the machine's.
fn blame(path: &Path, error: io::Error) -> SpawnError {
    match error.kind() {
        io::ErrorKind::NotFound
        | io::ErrorKind::PermissionDenied
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::IsADirectory
        | io::ErrorKind::ExecutableFileBusy
        | io::ErrorKind::InvalidInput => SpawnError::Bot {
            path: path.to_owned(),
            error,
        },
        _ if error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error()) => SpawnError::Bot {
            path: path.to_owned(),
            error,
        },
        _ => SpawnError::Machine(error),
    }
}
