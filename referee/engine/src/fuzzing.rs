//! A process that is none: what a bot does comes from an [`Actor`], in memory and without any time
//! passing, so that a fuzzer plays thousands of games a second against the real match loop.
//!
//! Compiled with `--cfg fuzzing` only; [`BotProcess`] then stands where the real one does.

use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use referee_record::Limits;

use crate::backend::{CpuUsage, ProcessExit};
use crate::process::{ReadResult, SpawnError, WakeReason};
use crate::process_scope::ProcessScope;
use crate::program::Program;

/// What an actor does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActorEvent {
    /// It writes to stdout.
    Said(Vec<u8>),
    /// It writes to stderr.
    Erred(Vec<u8>),
    /// It does nothing until somebody waits for it.
    Idle,
    /// It closes its stdout and runs on.
    Closed,
    /// It dies with this wait status, and a child of its own holds its stdout open.
    Died(i32),
    /// It ends with this wait status.
    Ended(i32),
}

/// A bot's behaviour. It must end at last: after the last event comes [`ActorEvent::Ended`], again and
/// again.
pub trait Actor: Send {
    /// Hears bytes, and tells how many of them its pipe takes.
    fn hear(&mut self, bytes: &[u8]) -> usize;
    /// Does the next thing.
    fn act(&mut self) -> ActorEvent;
}

/// How a program is started: as an actor, or not at all.
pub type ActorStart = Box<dyn FnMut(&Program) -> Option<Box<dyn Actor>>>;

thread_local! {
    static START: RefCell<Option<ActorStart>> = const { RefCell::new(None) };
}

/// Has the programs of this thread started so from now on.
pub fn start_by(start: ActorStart) {
    START.set(Some(start));
}

// Same name as in referee/engine/src/process.rs: it stands in its place while fuzzing.
/// An actor on stage.
pub struct BotProcess {
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

impl BotProcess {
    /// Starts the actor of a program.
    pub fn start(
        program: &Program,
        _: &Limits,
        _: &ProcessScope,
    ) -> Result<BotProcess, SpawnError> {
        let actor = START.with_borrow_mut(|start| start.as_mut().and_then(|start| start(program)));
        Ok(BotProcess {
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

    /// Lets the actor hear what it takes of these bytes.
    pub fn write(&mut self, bytes: &[u8]) -> usize {
        if self.stdin && self.end.is_none() {
            self.actor.hear(bytes).min(bytes.len())
        } else {
            bytes.len()
        }
    }

    /// What the actor doesn't take, nobody keeps.
    #[expect(clippy::unused_self, reason = "as of a process")]
    pub(crate) fn unread(&self) -> u64 {
        0
    }

    /// Reads what the actor says before it idles.
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

    /// Doesn't wait: whoever idles gets to act, unless it is dead.
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

    /// An actor doesn't act between its turns anyway.
    pub(crate) fn freeze(&mut self, _: Instant) -> bool {
        self.frozen = true;
        true
    }

    /// Lets the actor go on.
    pub(crate) fn thaw(&mut self) {
        self.frozen = false;
    }

    /// Whether it stands still, which is sure.
    pub(crate) fn frozen(&self) -> Option<bool> {
        self.frozen.then_some(true)
    }

    /// It does no work.
    pub(crate) fn may_hide_work(&mut self) -> bool {
        false
    }

    /// It uses no machine.
    pub(crate) fn used(&self) -> Option<CpuUsage> {
        None
    }

    /// It uses no machine.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        None
    }

    /// It has no number.
    pub fn id(&self) -> u32 {
        0
    }

    /// There is nothing to be waited for.
    pub fn stderr(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    /// How the actor has ended.
    pub(crate) fn ended(&mut self) -> Option<ProcessExit> {
        self.end
    }

    /// The end of the actor's input.
    pub fn close_stdin(&mut self) {
        self.stdin = false;
    }

    /// Ends the actor.
    pub(crate) fn kill(&mut self) -> Option<ProcessExit> {
        if self.end.is_none() {
            self.killed = true;
            self.end(9);
        }
        self.end
    }

    /// Whether the referee ended it, and not it itself.
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
