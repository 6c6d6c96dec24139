//! Runs a bot's process: in a sandbox of the jail, or in a process group of its own where there is no jail.

use std::os::fd::BorrowedFd;
use std::time::Instant;

use referee_record::Limits;
use rustix::process::{Pid, Signal};

use crate::plain_process::PlainProcess;
use crate::process_scope::ProcessScope;
use crate::process_status::{BotPipes, CpuUsage, ProcessExit};
use crate::program::Program;
use crate::spawn_error::SpawnError;

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
            ProcessBackend::Bare(bare) => bare.group(),
        }
    }

    /// Returns the process id of the bot itself, or that of the sandbox's helper where the bot is gone.
    pub(crate) fn id(&self) -> u32 {
        match self {
            #[cfg(target_os = "linux")]
            ProcessBackend::Jailed(cell) => cell.id(),
            ProcessBackend::Bare(bare) => bare.id(),
        }
    }

    /// Returns a file descriptor that becomes readable when the process ends; without it, stdout's end tells.
    pub(crate) fn death(&self) -> Option<BorrowedFd<'_>> {
        match self {
            #[cfg(target_os = "linux")]
            ProcessBackend::Jailed(cell) => Some(cell.fd()),
            ProcessBackend::Bare(bare) => bare.death(),
        }
    }

    /// Returns how the bot's process ended, if it has; then nothing that it started is left either.
    pub(crate) fn ended(&mut self) -> Option<ProcessExit> {
        match self {
            #[cfg(target_os = "linux")]
            ProcessBackend::Jailed(cell) => cell.ended().map(ProcessExit::from),
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
            ProcessBackend::Bare(bare) => bare.usage(),
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

    /// Returns the CPU time so far in nanoseconds, where a control group counts it.
    pub(crate) fn counted_cpu_ns(&self) -> Option<u64> {
        match self {
            #[cfg(target_os = "linux")]
            ProcessBackend::Jailed(cell) => cell.group_cpu_ns(),
            ProcessBackend::Bare(_) => None,
        }
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
            ProcessBackend::Jailed(cell) => Some(cell.kill().into()),
            ProcessBackend::Bare(bare) => bare.kill(),
        }
    }
}

#[cfg(target_os = "linux")]
fn jailed(
    program: &Program,
    limits: &Limits,
    scope: &ProcessScope,
) -> Result<(ProcessBackend, BotPipes), SpawnError> {
    use std::io;

    use crate::runtimes;
    use referee_jail::{Pin, ResourceLimits, SandboxError, SpawnSpec};
    let mut read = program.read.clone();
    // The referee's own bots are the referee itself, and translators are, too.
    if program.executable == scope.jail().helper() || !program.through.is_empty() {
        read.push(Pin::of(scope.jail().helper()).map_err(SpawnError::Machine)?);
    }
    let order = SpawnSpec {
        executable: program.executable.clone(),
        args: program.args.clone(),
        through: program.through.clone(),
        env: runtimes::add_variables(&program.env, limits.memory_mib),
        folder: program.folder.clone(),
        writable: false,
        read,
        network: false,
        bounds: ResourceLimits {
            memory: limits.memory_mib << 20,
            // The translator is one that the bot didn't start.
            processes: limits.processes + u64::from(!program.through.is_empty()),
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
    let is_own = |path: &std::path::Path| origin.is_some_and(|origin| path.starts_with(origin));
    let mut pins = program.read.iter();
    pins.any(|pin| is_own(pin.real()) && pin.is_stale())
}
