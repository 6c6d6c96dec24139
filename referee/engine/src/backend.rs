//! Runs a bot's process: in a sandbox of the jail, or in a process group of its own where there is no jail.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Instant;

use referee_record::Limits;
use rustix::process::{Pid, Signal, kill_process_group};

use crate::poll::PollSet;
use crate::process::SpawnError;
use crate::process_scope::ProcessScope;
use crate::program::Program;
use crate::tree;

/// The referee's ends of a bot's pipes.
pub(crate) struct BotPipes {
    pub(crate) stdin: OwnedFd,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
}

/// Process of a bot, in a sandbox or without one.
pub(crate) enum ProcessBackend {
    /// A process in a sandbox of the jail.
    #[cfg(target_os = "linux")]
    Jailed(Box<referee_jail::SandboxedProcess>),
    /// A process group without a sandbox.
    Bare(PlainProcess),
}

impl ProcessBackend {
    /// Starts a bot in the backend that the scope has for it.
    pub(crate) fn start(
        program: &Program,
        limits: &Limits,
        scope: &ProcessScope,
    ) -> Result<(ProcessBackend, BotPipes), SpawnError> {
        #[cfg(target_os = "linux")]
        if scope.jail().confines() {
            return jailed(program, limits, scope);
        }
        let _ = limits;
        let (bare, ends) = PlainProcess::start(program, scope)?;
        Ok((ProcessBackend::Bare(bare), ends))
    }

    /// Returns the process group, by which all of the bot's processes can be killed from anywhere.
    pub(crate) fn group(&self) -> Pid {
        match self {
            #[cfg(target_os = "linux")]
            ProcessBackend::Jailed(cell) => cell.helper(),
            ProcessBackend::Bare(bare) => bare.group,
        }
    }

    /// Returns the process id of the bot itself, or that of the sandbox's helper where the bot is gone.
    pub(crate) fn id(&self) -> u32 {
        match self {
            #[cfg(target_os = "linux")]
            ProcessBackend::Jailed(cell) => cell.id(),
            ProcessBackend::Bare(bare) => bare.child.id(),
        }
    }

    /// Returns a file descriptor that becomes readable when the process ends; without it, stdout's end tells.
    pub(crate) fn death(&self) -> Option<BorrowedFd<'_>> {
        match self {
            #[cfg(target_os = "linux")]
            ProcessBackend::Jailed(cell) => Some(cell.fd()),
            ProcessBackend::Bare(bare) => bare.death.as_ref().map(AsFd::as_fd),
        }
    }

    /// Returns how the bot's process ended, if it has; then nothing that it started is left either.
    pub(crate) fn ended(&mut self) -> Option<ProcessExit> {
        match self {
            #[cfg(target_os = "linux")]
            ProcessBackend::Jailed(cell) => cell.ended().map(ProcessExit::of),
            ProcessBackend::Bare(bare) => bare.ended(),
        }
    }

    /// Suspends all of the bot's processes, and returns true if they are stopped for sure. A bot outside of a
    /// jail may have left its process group, so nothing is sure there.
    pub(crate) fn freeze(&mut self, deadline: Instant) -> bool {
        match self {
            #[cfg(target_os = "linux")]
            ProcessBackend::Jailed(cell) => cell.freeze(deadline),
            ProcessBackend::Bare(bare) => {
                let _ = deadline;
                bare.signal(Signal::STOP);
                false
            }
        }
    }

    /// Resumes the bot's processes.
    pub(crate) fn thaw(&mut self) {
        match self {
            #[cfg(target_os = "linux")]
            ProcessBackend::Jailed(cell) => cell.thaw(),
            ProcessBackend::Bare(bare) => bare.signal(Signal::CONT),
        }
    }

    /// Returns the bot's CPU usage so far; `None` where the system doesn't tell.
    #[cfg(target_os = "linux")]
    pub(crate) fn used(&self) -> Option<CpuUsage> {
        let usage = match self {
            ProcessBackend::Jailed(cell) => cell.usage(),
            ProcessBackend::Bare(bare) => referee_jail::usage(bare.child.id()),
        };
        Some(CpuUsage {
            cpu_ns: usage.cpu_ns,
            wait_ns: usage.wait_ns,
            threads: usage.threads,
            slices: usage.slices,
            ready: usage.ready,
        })
    }

    /// Tells if the bot may have used CPU time that wasn't counted since it was last resumed.
    pub(crate) fn may_hide_work(&mut self) -> bool {
        match self {
            #[cfg(target_os = "linux")]
            ProcessBackend::Jailed(cell) => cell.may_hide_work(),
            ProcessBackend::Bare(_) => false,
        }
    }

    /// Returns `None`: this system doesn't tell the CPU usage.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn used(&self) -> Option<CpuUsage> {
        None
    }

    /// Returns the CPU time so far, in nanoseconds; `None` where the system doesn't tell.
    pub(crate) fn cpu_ns(&self) -> Option<u64> {
        match self {
            #[cfg(target_os = "linux")]
            ProcessBackend::Jailed(cell) => Some(cell.cpu_ns()),
            ProcessBackend::Bare(_) => self.used().map(|used| used.cpu_ns),
        }
    }

    /// Kills all of the bot's processes, and waits for their end.
    pub(crate) fn kill(&mut self) -> Option<ProcessExit> {
        match self {
            #[cfg(target_os = "linux")]
            ProcessBackend::Jailed(cell) => Some(ProcessExit::of(cell.kill())),
            ProcessBackend::Bare(bare) => bare.kill(),
        }
    }
}

/// How a bot's process ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcessExit {
    /// Exit status of the process; `None` where its sandbox broke, which is no fault of the bot.
    pub(crate) status: Option<ExitStatus>,
    /// CPU time of all its processes, in nanoseconds, where it was measured.
    pub(crate) cpu_ns: Option<u64>,
    /// Peak memory, in bytes, where it was measured.
    pub(crate) peak: Option<u64>,
    /// The limit for which it was killed, if it was.
    pub(crate) over: Option<Excess>,
}

/// Processor usage of a bot so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CpuUsage {
    /// CPU time of all its processes, in nanoseconds.
    pub(crate) cpu_ns: u64,
    /// How long its threads were ready to run but had to wait for a core, in nanoseconds, where the system
    /// tells.
    pub(crate) wait_ns: Option<u64>,
    /// Number of living threads.
    pub(crate) threads: u64,
    /// How often its threads were given a core.
    pub(crate) slices: u64,
    /// True if one of the threads is ready to run at this moment; its present wait isn't counted yet.
    pub(crate) ready: bool,
}

/// The limit that a bot exceeded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Excess {
    /// Memory held, in bytes.
    Memory(u64),
    /// Number of processes and threads.
    Processes(u64),
}

impl ProcessExit {
    #[cfg(target_os = "linux")]
    fn of(ended: referee_jail::SandboxExit) -> ProcessExit {
        ProcessExit {
            status: ended.status,
            cpu_ns: Some(ended.cpu_ns),
            peak: Some(ended.peak),
            over: ended.over.map(|over| match over {
                referee_jail::LimitExceeded::Memory { bytes } => Excess::Memory(bytes),
                referee_jail::LimitExceeded::Processes { count } => Excess::Processes(count),
            }),
        }
    }
}

#[cfg(target_os = "linux")]
fn jailed(
    program: &Program,
    limits: &Limits,
    scope: &ProcessScope,
) -> Result<(ProcessBackend, BotPipes), SpawnError> {
    use crate::runtimes;
    use referee_jail::{Pin, ResourceLimits, SandboxError, SpawnSpec};
    let mut read = program.read.clone();
    // The referee's own bots are the referee itself.
    if program.executable == scope.jail().helper() {
        read.push(Pin::of(scope.jail().helper()).map_err(SpawnError::Machine)?);
    }
    let order = SpawnSpec {
        executable: program.executable.clone(),
        args: program.args.clone(),
        env: runtimes::add_variables(&program.env, limits.memory_mib),
        folder: program.folder.clone(),
        writable: false,
        read,
        network: false,
        bounds: ResourceLimits {
            memory: limits.memory_mib << 20,
            processes: limits.processes,
            files: limits.files,
            scratch: limits.scratch_mib << 20,
            // The bot can write only into a folder of bounded size, and runtimes make large files in memory,
            // which is bounded, too.
            file: u64::MAX,
        },
    };
    let (cell, pipes) = referee_jail::start(scope.jail(), &order).map_err(|error| match error {
        SandboxError::Program { error, .. } => SpawnError::Bot {
            path: program.executable.clone(),
            error,
        },
        SandboxError::Machine { .. } => {
            let why = io::Error::other(error.to_string());
            if exchanged_its_own(program) {
                return SpawnError::Bot {
                    path: program.executable.clone(),
                    error: why,
                };
            }
            SpawnError::Machine(why)
        }
    })?;
    let ends = BotPipes {
        stdin: pipes.stdin,
        stdout: pipes.stdout,
        stderr: pipes.stderr,
    };
    Ok((ProcessBackend::Jailed(Box::new(cell)), ends))
}

/// Tells if the files that a bot reads from its author's folder were replaced since they were checked.
#[cfg(target_os = "linux")]
fn exchanged_its_own(program: &Program) -> bool {
    let origin = program.origin.as_deref();
    let is_own = |path: &Path| origin.is_some_and(|origin| path.starts_with(origin));
    let mut pins = program.read.iter();
    pins.any(|pin| is_own(pin.real()) && pin.is_stale())
}

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
    fn start(
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
        let mut command = Command::new(&program.executable);
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

    fn ended(&mut self) -> Option<ProcessExit> {
        if self.end.is_none() && self.death.as_ref().is_none_or(is_readable) {
            self.reap(false);
        }
        self.end
    }

    fn kill(&mut self) -> Option<ProcessExit> {
        if self.end.is_none() {
            let _ = kill_process_group(self.group, Signal::KILL);
            self.reap(true);
        }
        self.end
    }

    fn signal(&self, signal: Signal) {
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
