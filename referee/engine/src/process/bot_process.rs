//! Runs one bot's process: starts it, exchanges bytes with it without blocking, and ends it together with all
//! that it started.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use referee_record::Limits;
use rustix::io::Errno;
use rustix::process::{Pid, Signal};

use crate::machine::poll::PollSet;
use crate::process::plain_process::PlainProcess;
#[cfg(target_os = "linux")]
use crate::process::sandbox;
use crate::process::scope::ProcessScope;
use crate::process::status::{BotPipes, CpuUsage, ProcessExit, ReadResult, WakeReason};
use crate::program::Program;
use crate::program::spawn_error::SpawnError;

/// What runs the bot.
enum Body {
    /// A sandbox of the jail.
    #[cfg(target_os = "linux")]
    Sandbox(Box<referee_jail::SandboxedProcess>),
    /// A process group without a sandbox.
    Plain(PlainProcess),
}

/// A running bot.
pub struct BotProcess {
    body: Body,
    /// The process group, by which all of the bot's processes can be killed from anywhere.
    group: Pid,
    stdin: Option<OwnedFd>,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    end: Option<ProcessExit>,
    killed: bool,
    /// Whether the bot is suspended; `Some(true)` if it is for sure.
    frozen: Option<bool>,
    scope: ProcessScope,
}

impl BotProcess {
    /// Starts a bot in a sandbox as the scope's jail provides it. Returns an error if it can't be started, or
    /// the run is being ended.
    pub fn start(
        program: &Program,
        limits: &Limits,
        scope: &ProcessScope,
    ) -> Result<BotProcess, SpawnError> {
        if scope.is_closed() {
            let over = io::Error::new(io::ErrorKind::Interrupted, "the run is being ended");
            return Err(SpawnError::Machine(over));
        }
        let (body, ends) = Body::start(program, limits, scope)?;
        let group = match &body {
            #[cfg(target_os = "linux")]
            Body::Sandbox(sandbox) => sandbox.helper(),
            Body::Plain(plain) => plain.group(),
        };
        scope.entered(group);
        Ok(BotProcess {
            body,
            group,
            stdin: Some(ends.stdin),
            stdout: Some(ends.stdout),
            stderr: Some(ends.stderr),
            end: None,
            killed: false,
            frozen: None,
            scope: scope.clone(),
        })
    }

    /// Writes as many of these bytes as the pipe takes, and returns their number. A bot that has closed its
    /// stdin counts as having taken everything.
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

    /// Returns the number of bytes in the pipe that the bot hasn't read; 0 where the system doesn't tell.
    pub(crate) fn unread(&self) -> u64 {
        let pending_bytes = self.stdin.as_ref().map(rustix::io::ioctl_fionread);
        pending_bytes.and_then(Result::ok).unwrap_or(0)
    }

    /// Reads the available stdout, at most a buffer full.
    pub fn read(&mut self, buffer: &mut [u8]) -> ReadResult {
        read(&mut self.stdout, buffer)
    }

    /// Reads the available stderr, at most a buffer full.
    pub fn read_stderr(&mut self, buffer: &mut [u8]) -> ReadResult {
        read(&mut self.stderr, buffer)
    }

    /// Waits until `deadline` for output, for room to write (`writing`), for the end of the process, or for
    /// one of the other file descriptors to have something to read.
    pub fn wait(&self, writing: bool, others: &[BorrowedFd<'_>], deadline: Instant) -> WakeReason {
        // Without a file descriptor that tells of the end, the wait is cut short to check for it.
        let death = match &self.body {
            #[cfg(target_os = "linux")]
            Body::Sandbox(sandbox) => Some(sandbox.fd()),
            Body::Plain(plain) => plain.death(),
        };
        let deadline = match death {
            Some(_) => deadline,
            None => deadline.min(Instant::now() + Duration::from_millis(20)),
        };
        let mut wanted = PollSet::default();
        let stdout = self.stdout.as_ref().map(|fd| wanted.read(fd.as_fd()));
        let stderr = self.stderr.as_ref().map(|fd| wanted.read(fd.as_fd()));
        let death = death.filter(|_| self.end.is_none());
        let death = death.map(|fd| wanted.read(fd));
        let stdin = self.stdin.as_ref().filter(|_| writing);
        let stdin = stdin.map(|fd| wanted.write(fd.as_fd()));
        let others: Vec<usize> = others.iter().map(|fd| wanted.read(*fd)).collect();
        let ready = wanted.wait(deadline);
        let is = |added: Option<usize>| added.is_some_and(|added| ready.has(added));
        WakeReason {
            stdout: is(stdout),
            stderr: is(stderr),
            death: is(death),
            stdin: is(stdin),
            others: others.into_iter().any(|added| ready.has(added)),
        }
    }

    /// Returns the process id, for a debugger: that of the sandbox's helper where the bot is gone.
    pub fn id(&self) -> u32 {
        match &self.body {
            #[cfg(target_os = "linux")]
            Body::Sandbox(sandbox) => sandbox.id(),
            Body::Plain(plain) => plain.id(),
        }
    }

    /// Returns the bot's stderr, to be waited for while another bot is asked.
    pub fn stderr(&self) -> Option<BorrowedFd<'_>> {
        self.stderr.as_ref().map(AsFd::as_fd)
    }

    /// Returns how the process ended, if it has, and ends what is left of the processes that it started.
    pub(crate) fn ended(&mut self) -> Option<ProcessExit> {
        if self.end.is_none() {
            self.end = match &mut self.body {
                #[cfg(target_os = "linux")]
                Body::Sandbox(sandbox) => sandbox.ended().map(ProcessExit::from),
                Body::Plain(plain) => plain.ended(),
            };
            self.left();
        }
        self.end
    }

    /// Suspends the bot with all that it started; returns true if it is stopped for sure by the deadline. A bot outside
    /// of a jail may have left its process group, so nothing is sure there.
    pub(crate) fn freeze(&mut self, deadline: Instant) -> bool {
        let surely = match &mut self.body {
            #[cfg(target_os = "linux")]
            Body::Sandbox(sandbox) => sandbox.freeze(deadline),
            Body::Plain(plain) => {
                let _ = deadline;
                plain.signal(Signal::STOP);
                false
            }
        };
        self.frozen = Some(surely);
        surely
    }

    /// Resumes the bot, if it was suspended.
    pub(crate) fn thaw(&mut self) {
        if self.frozen.take().is_none() {
            return;
        }
        match &mut self.body {
            #[cfg(target_os = "linux")]
            Body::Sandbox(sandbox) => sandbox.thaw(),
            Body::Plain(plain) => plain.signal(Signal::CONT),
        }
    }

    /// Returns `None` if the bot isn't suspended, else whether it is suspended for sure.
    pub(crate) fn frozen(&self) -> Option<bool> {
        self.frozen
    }

    /// Returns the bot's CPU usage so far; `None` where the system doesn't tell.
    pub(crate) fn used(&self) -> Option<CpuUsage> {
        #[cfg(target_os = "linux")]
        return Some(CpuUsage::from(match &self.body {
            Body::Sandbox(sandbox) => sandbox.usage(),
            Body::Plain(plain) => plain.usage(),
        }));
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// Tells if the bot may have used CPU time that wasn't counted since it was last resumed.
    pub(crate) fn may_hide_work(&mut self) -> bool {
        match &mut self.body {
            #[cfg(target_os = "linux")]
            Body::Sandbox(sandbox) => sandbox.may_hide_work(),
            Body::Plain(_) => false,
        }
    }

    /// Returns the CPU time so far; `None` where the system doesn't tell.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        let ns = match &self.body {
            #[cfg(target_os = "linux")]
            Body::Sandbox(sandbox) => sandbox.cpu_ns(),
            Body::Plain(_) => self.used()?.cpu_ns,
        };
        Some(Duration::from_nanos(ns))
    }

    /// Returns the CPU time so far, where a control group counts it for all of the bot's processes together.
    pub(crate) fn counted_cpu(&self) -> Option<Duration> {
        match &self.body {
            #[cfg(target_os = "linux")]
            Body::Sandbox(sandbox) => sandbox.group_cpu_ns().map(Duration::from_nanos),
            Body::Plain(_) => None,
        }
    }

    /// Closes the bot's stdin, which ends its input.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Kills the process with all that it started, and waits for its end.
    pub(crate) fn kill(&mut self) -> Option<ProcessExit> {
        if self.ended().is_none() {
            self.killed = true;
            self.end = match &mut self.body {
                #[cfg(target_os = "linux")]
                Body::Sandbox(sandbox) => Some(sandbox.kill().into()),
                Body::Plain(plain) => plain.kill(),
            };
            self.left();
        }
        self.end
    }

    /// Tells if the referee ended the process, and the process didn't end by itself.
    pub fn was_killed(&self) -> bool {
        self.killed
    }

    fn left(&self) {
        if self.end.is_some() {
            self.scope.left(self.group);
        }
    }
}

impl Body {
    fn start(
        program: &Program,
        limits: &Limits,
        scope: &ProcessScope,
    ) -> Result<(Body, BotPipes), SpawnError> {
        #[cfg(target_os = "linux")]
        if scope.jail().confines() {
            let (sandbox, ends) = sandbox::start(program, limits, scope)?;
            return Ok((Body::Sandbox(Box::new(sandbox)), ends));
        }
        let _ = limits;
        let (plain, ends) = PlainProcess::start(program, scope)?;
        Ok((Body::Plain(plain), ends))
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

fn read(stream: &mut Option<impl AsFd>, buffer: &mut [u8]) -> ReadResult {
    loop {
        let Some(fd) = stream else {
            return ReadResult::End;
        };
        match rustix::io::read(fd, &mut *buffer) {
            Ok(0) => *stream = None,
            Ok(n) => return ReadResult::Bytes(n),
            Err(Errno::AGAIN) => return ReadResult::Nothing,
            Err(Errno::INTR) => {}
            Err(_) => *stream = None,
        }
    }
}
