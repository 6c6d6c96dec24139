//! Runs one bot's process: starts it, exchanges bytes with it without blocking, and ends it together with all
//! that it started.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use referee_record::Limits;
use rustix::io::Errno;
use rustix::process::Pid;

use crate::backend::ProcessBackend;
use crate::poll::PollSet;
use crate::process_scope::ProcessScope;
use crate::process_status::{CpuUsage, ProcessExit, ReadResult, WakeReason};
use crate::program::Program;
use crate::spawn_error::SpawnError;

/// A running bot.
pub struct BotProcess {
    body: ProcessBackend,
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
        let (body, ends) = ProcessBackend::start(program, limits, scope)?;
        let group = body.group();
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
        let death = self.body.death();
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

    /// Returns the process id, for a debugger.
    pub fn id(&self) -> u32 {
        self.body.id()
    }

    /// Returns the bot's stderr, to be waited for while another bot is asked.
    pub fn stderr(&self) -> Option<BorrowedFd<'_>> {
        self.stderr.as_ref().map(AsFd::as_fd)
    }

    /// Returns how the process ended, if it has, and ends what is left of the processes that it started.
    pub(crate) fn ended(&mut self) -> Option<ProcessExit> {
        if self.end.is_none() {
            self.end = self.body.ended();
            self.left();
        }
        self.end
    }

    /// Suspends the bot with all that it started; returns true if it is stopped for sure by the deadline.
    pub(crate) fn freeze(&mut self, deadline: Instant) -> bool {
        let surely = self.body.freeze(deadline);
        self.frozen = Some(surely);
        surely
    }

    /// Resumes the bot, if it was suspended.
    pub(crate) fn thaw(&mut self) {
        if self.frozen.take().is_some() {
            self.body.thaw();
        }
    }

    /// Returns `None` if the bot isn't suspended, else whether it is suspended for sure.
    pub(crate) fn frozen(&self) -> Option<bool> {
        self.frozen
    }

    /// Returns the bot's CPU usage so far, where the machine tells.
    pub(crate) fn used(&self) -> Option<CpuUsage> {
        self.body.used()
    }

    /// Tells if the bot may have used CPU time that wasn't counted since it was last resumed.
    pub(crate) fn may_hide_work(&mut self) -> bool {
        self.body.may_hide_work()
    }

    /// Returns the CPU time so far, where the machine tells.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        self.body.cpu_ns().map(Duration::from_nanos)
    }

    /// Returns the CPU time so far, where the kernel counts it for all of the bot's processes together.
    pub(crate) fn counted_cpu(&self) -> Option<Duration> {
        self.body.counted_cpu_ns().map(Duration::from_nanos)
    }

    /// Closes the bot's stdin, which ends its input.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Kills the process with all that it started, and waits for its end.
    pub(crate) fn kill(&mut self) -> Option<ProcessExit> {
        if self.ended().is_none() {
            self.killed = true;
            self.end = self.body.kill();
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
