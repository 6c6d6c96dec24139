//! One bot's process: started, spoken to without ever blocking, and ended with all of its group.

use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
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
use crate::tree;
use crate::wait::Wanted;

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

/// What a wait for a process ended with; nothing of it where the deadline passed.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each thing that can happen, in any combination"
)]
pub struct Woken {
    /// There is output, or its end.
    pub stdout: bool,
    /// There is something on stderr, or its end.
    pub stderr: bool,
    /// The process has ended.
    pub death: bool,
    /// There is room to write.
    pub stdin: bool,
    /// One of the other descriptors has something to read.
    pub others: bool,
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
    killed: bool,
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
            killed: false,
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

    /// Waits for output, for room to write (`writing`), for the end of the process, or for one of the
    /// other descriptors to have something to read.
    pub fn wait(&self, writing: bool, others: &[BorrowedFd<'_>], deadline: Instant) -> Woken {
        // Without a descriptor that tells of the end, have a look now and then.
        let deadline = match self.death {
            Some(_) => deadline,
            None => deadline.min(Instant::now() + Duration::from_millis(20)),
        };
        let mut wanted = Wanted::default();
        let stdout = self.stdout.as_ref().map(|fd| wanted.read(fd.as_fd()));
        let stderr = self.stderr.as_ref().map(|fd| wanted.read(fd.as_fd()));
        let death = self.death.as_ref().filter(|_| self.status.is_none());
        let death = death.map(|fd| wanted.read(fd.as_fd()));
        let stdin = self.stdin.as_ref().filter(|_| writing);
        let stdin = stdin.map(|fd| wanted.write(fd.as_fd()));
        let others: Vec<usize> = others.iter().map(|fd| wanted.read(*fd)).collect();
        let ready = wanted.wait(deadline);
        let is = |added: Option<usize>| added.is_some_and(|added| ready.has(added));
        Woken {
            stdout: is(stdout),
            stderr: is(stderr),
            death: is(death),
            stdin: is(stdin),
            others: others.into_iter().any(|added| ready.has(added)),
        }
    }

    /// The bot's stderr, to be waited for while another bot is asked.
    pub fn stderr(&self) -> Option<BorrowedFd<'_>> {
        self.stderr.as_ref().map(AsFd::as_fd)
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
            self.killed = true;
            let _ = kill_process_group(self.group, Signal::KILL);
            self.reap(true);
        }
        self.status
    }

    /// Whether the referee ended it, and not it itself.
    pub fn was_killed(&self) -> bool {
        self.killed
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
        tree::remove(&self.scratch);
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
    let mut wanted = Wanted::default();
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
