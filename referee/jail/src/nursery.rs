//! The referee's side of the nursery: starts it, and asks it for helpers.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::process::Pid;

use crate::helper::HELPER;
use crate::helper_process::HelperProcess;
use crate::jail_options::MARK;
use crate::wire::{self, ForkReply, SandboxBase};

/// Longest time for a start and for an answer, on a busy machine.
const ANSWER: Duration = Duration::from_secs(30);

/// A failed step, and why it failed.
pub type FailedStep = (&'static str, io::Error);

/// The process that forks helpers; it is started with the first one, and again if it is gone.
pub struct Nursery {
    program: PathBuf,
    mark: String,
    running: Option<Running>,
}

struct Running {
    process: Child,
    socket: OwnedFd,
}

impl Nursery {
    /// Describes a nursery: the referee's program, and the mark of its processes.
    pub fn new(program: PathBuf, mark: String) -> Nursery {
        Nursery {
            program,
            mark,
            running: None,
        }
    }

    /// Has a helper forked, and returns it with the socket to it. All calls must come from one thread: when it ends, the
    /// kernel kills the helpers. The error names the step that failed.
    pub fn fork(&mut self, base: &SandboxBase) -> Result<(HelperProcess, OwnedFd), FailedStep> {
        let (reply, socket) = self.ask(base).or_else(|_| {
            self.running = None;
            self.ask(base)
        })?;
        let forked = |error: io::Error| ("forking the jail's helper", error);
        let pid = reply.map_err(|errno| forked(io::Error::from_raw_os_error(errno)))?;
        let pid = Pid::from_raw(pid).ok_or_else(|| forked(io::ErrorKind::InvalidData.into()))?;
        Ok((HelperProcess::new(pid), socket))
    }

    /// Sends a request, and returns the answer and the socket to the new helper.
    fn ask(&mut self, base: &SandboxBase) -> Result<(ForkReply, OwnedFd), FailedStep> {
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(
                Running::start(&self.program, &self.mark)
                    .map_err(|error| ("starting the jail's helper", error))?,
            ),
        };
        running
            .ask(base)
            .map_err(|error| ("telling the jail's helper", error))
    }
}

impl Running {
    fn start(program: &Path, mark: &str) -> io::Result<Running> {
        let (socket, end) = sockets()?;
        let process = Command::new(program)
            .arg(HELPER)
            .env_clear()
            .env(MARK, mark)
            .stdin(Stdio::from(end))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Running { process, socket })
    }

    fn ask(&self, base: &SandboxBase) -> io::Result<(ForkReply, OwnedFd)> {
        let (socket, end) = sockets()?;
        wire::send(&self.socket, base, &[end.as_fd()])?;
        if !wire::readable(self.socket.as_fd(), Instant::now() + ANSWER) {
            return Err(io::ErrorKind::TimedOut.into());
        }
        match wire::receive(&self.socket)? {
            Some((reply, _)) => Ok((reply, socket)),
            None => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns two sockets that are connected to each other.
fn sockets() -> io::Result<(OwnedFd, OwnedFd)> {
    let flags = SocketFlags::CLOEXEC;
    let pair = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None)?;
    Ok(pair)
}
