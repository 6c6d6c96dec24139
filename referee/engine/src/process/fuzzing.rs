//! Replaces bot processes while fuzzing: an [`Actor`] in memory plays the bot without any time passing, so
//! that a fuzzer plays thousands of games a second against the real match loop.
//!
//! Compiled with `--cfg fuzzing` only; [`ActorProcess`] then stands where `BotProcess` does.

use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use referee_record::Limits;

use crate::process::scope::ProcessScope;
use crate::process::status::{CpuUsage, ProcessExit, ReadResult, WakeReason};
use crate::program::Program;
use crate::program::spawn_error::SpawnError;

/// The next event of an actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActorEvent {
    /// The actor writes to stdout.
    Said(Vec<u8>),
    /// The actor writes to stderr.
    Erred(Vec<u8>),
    /// The actor does nothing until the referee waits for it.
    Idle,
    /// The actor closes its stdout and runs on.
    Closed,
    /// The actor dies with this wait status, and a child process of its own holds its stdout open.
    Died(i32),
    /// The actor ends with this wait status.
    Ended(i32),
}

/// A bot's behaviour. It must end at last: after the last event, `act` returns [`ActorEvent::Ended`] every
/// time.
pub trait Actor: Send {
    /// Hears bytes, and returns how many of them its pipe takes.
    fn hear(&mut self, bytes: &[u8]) -> usize;
    /// Returns the next event.
    fn act(&mut self) -> ActorEvent;
}

/// Starts a program as an actor; returns `None` for a program that can't be started.
pub type ActorStart = Box<dyn FnMut(&Program) -> Option<Box<dyn Actor>>>;

thread_local! {
    static START: RefCell<Option<ActorStart>> = const { RefCell::new(None) };
}

/// Makes this thread start its programs by `start` from now on.
pub fn start_by(start: ActorStart) {
    START.set(Some(start));
}

/// An actor that plays the part of a bot's process.
pub struct ActorProcess {
    actor: Box<dyn Actor>,
    said: Vec<u8>,
    erred: Vec<u8>,
    idle: Cell<bool>,
    stdin: bool,
    stdout: bool,
    end: Option<ProcessExit>,
    killed: bool,
    frozen: bool,
}

impl ActorProcess {
    /// Starts the actor of a program.
    pub fn start(
        program: &Program,
        _: &Limits,
        _: &ProcessScope,
    ) -> Result<ActorProcess, SpawnError> {
        let actor = START.with_borrow_mut(|start| start.as_mut().and_then(|start| start(program)));
        Ok(ActorProcess {
            actor: actor.ok_or_else(|| SpawnError::Bot {
                path: program.executable.clone(),
                error: io::ErrorKind::NotFound.into(),
            })?,
            said: Vec::new(),
            erred: Vec::new(),
            idle: Cell::new(false),
            stdin: true,
            stdout: true,
            end: None,
            killed: false,
            frozen: false,
        })
    }

    /// Lets the actor hear as many of these bytes as it takes, and returns how many that are.
    pub fn write(&mut self, bytes: &[u8]) -> usize {
        if self.stdin && self.end.is_none() {
            self.actor.hear(bytes).min(bytes.len())
        } else {
            bytes.len()
        }
    }

    /// Returns 0: bytes that the actor doesn't take are in no pipe.
    #[expect(clippy::unused_self, reason = "as of a process")]
    pub(crate) fn unread(&self) -> u64 {
        0
    }

    /// Reads the actor's output up to the point where it idles.
    pub fn read(&mut self, buffer: &mut [u8]) -> ReadResult {
        loop {
            if !self.said.is_empty() {
                return ReadResult::Bytes(take(&mut self.said, buffer));
            }
            if !self.stdout {
                return ReadResult::End;
            }
            if self.idle.get() {
                return ReadResult::Nothing;
            }
            match self.actor.act() {
                ActorEvent::Said(bytes) => self.said = bytes,
                ActorEvent::Erred(bytes) => self.erred.extend(bytes),
                ActorEvent::Idle => self.idle.set(true),
                ActorEvent::Closed => self.stdout = false,
                ActorEvent::Died(status) => self.end(status),
                ActorEvent::Ended(status) => {
                    self.stdout = false;
                    self.end(status);
                }
            }
        }
    }

    fn end(&mut self, status: i32) {
        self.end.get_or_insert(ProcessExit {
            status: Some(ExitStatus::from_raw(status)),
            cpu_ns: None,
            peak: None,
            over: None,
            refused_processes: None,
        });
    }

    /// Reads what the actor has written to stderr.
    pub fn read_stderr(&mut self, buffer: &mut [u8]) -> ReadResult {
        match (self.erred.is_empty(), self.end) {
            (false, _) => ReadResult::Bytes(take(&mut self.erred, buffer)),
            (true, None) => ReadResult::Nothing,
            (true, Some(_)) => ReadResult::End,
        }
    }

    /// Returns at once: an idle actor gets to act, unless it is dead.
    pub fn wait(&self, writing: bool, _: &[BorrowedFd<'_>], _: Instant) -> WakeReason {
        let held = self.idle.get() && self.end.is_some();
        self.idle.set(held);
        WakeReason {
            stdout: !held,
            stderr: !self.erred.is_empty(),
            death: self.end.is_some(),
            stdin: writing,
            others: false,
        }
    }

    /// Marks the actor as suspended; it doesn't act between its turns anyway.
    pub(crate) fn freeze(&mut self, _: Instant) -> bool {
        self.frozen = true;
        true
    }

    /// Resumes the actor.
    pub(crate) fn thaw(&mut self) {
        self.frozen = false;
    }

    /// Returns `Some(true)` while the actor is suspended, which is always sure.
    pub(crate) fn frozen(&self) -> Option<bool> {
        self.frozen.then_some(true)
    }

    /// Returns false: an actor does no work.
    pub(crate) fn may_hide_work(&mut self) -> bool {
        false
    }

    /// Returns `None`: an actor uses no processor.
    pub(crate) fn used(&self) -> Option<CpuUsage> {
        None
    }

    /// Returns `None`: an actor uses no processor.
    pub(crate) fn counted_cpu(&self) -> Option<Duration> {
        None
    }

    /// Returns `None`: an actor uses no processor.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        None
    }

    /// Returns 0: an actor has no process id.
    pub fn id(&self) -> u32 {
        0
    }

    /// Returns `None`: there is no file descriptor to wait for.
    pub fn stderr(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    /// Returns how the actor ended, if it has.
    pub(crate) fn ended(&mut self) -> Option<ProcessExit> {
        self.end
    }

    /// Ends the actor's input.
    pub fn close_stdin(&mut self) {
        self.stdin = false;
    }

    /// Ends the actor by signal 9, unless it has ended.
    pub(crate) fn kill(&mut self) -> Option<ProcessExit> {
        if self.end.is_none() {
            self.killed = true;
            self.end(9);
        }
        self.end
    }

    /// Tells if the referee ended the actor, and the actor didn't end by itself.
    pub fn was_killed(&self) -> bool {
        self.killed
    }
}

fn take(from: &mut Vec<u8>, buffer: &mut [u8]) -> usize {
    let n = from.len().min(buffer.len());
    buffer[..n].copy_from_slice(&from[..n]);
    from.drain(..n);
    n
}
