//! Messages between the referee, the nursery and a helper over a socket: one packet per message.

use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recv, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{HostFeatures, Namespaces, Pin, ResourceLimits};

/// Longest packet, in bytes; holds the command, environment and paths of a bot.
const PACKET: usize = 128 << 10;
/// Number of descriptors in a message: a bot's stdin, stdout and stderr.
const PIPES: usize = 3;

/// What a helper makes before it knows for which bot. It is sent to the nursery with the helper's end of a socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxBase {
    pub namespaces: Namespaces,
    /// True if bots have the machine's network.
    pub network: bool,
    /// Number of the kept network namespace that the bot gets in place of a new one, if it does.
    pub kept_network: Option<usize>,
    /// True if bots see their processes in `/proc`.
    pub proc: bool,
    /// An empty folder on which the bot's root file system is mounted.
    pub root: OsString,
    /// User and group of the referee.
    pub owner: (u32, u32),
    /// The processors on which the helper is made; none if it is made where the nursery is.
    pub processors: Vec<usize>,
}

/// The nursery's answer: the helper's process id, or the system's error number.
pub type ForkReply = Result<i32, i32>;

/// Everything that the helper needs to know to start a bot.
#[derive(Debug, Serialize, Deserialize)]
pub struct SandboxPlan {
    pub means: HostFeatures,
    /// The processors on which the bot runs; none if it runs where the helper was started.
    pub processors: Vec<usize>,
    pub executable: OsString,
    pub args: Vec<OsString>,
    pub through: Vec<OsString>,
    /// The referee's own program, as the bot sees it.
    pub referee: OsString,
    pub env: Vec<(OsString, OsString)>,
    pub folder: Option<OsString>,
    pub writable: bool,
    pub read: Vec<Pin>,
    pub network: bool,
    pub bounds: ResourceLimits,
    /// The user id that the bot gets, if the referee is root.
    pub uid: Option<u32>,
    /// Files into which the bot's process writes `0` to enter its control groups.
    pub doors: Vec<OsString>,
    /// True if control groups limit the memory.
    pub memory_bounded: bool,
    /// Limit on all processes of the bot's user, where the kernel counts them.
    pub processes: Option<u64>,
}

/// Request of the referee to a helper; closing the socket requests the end of the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HelperRequest {
    /// Stop every process of the bot, and report whether they have stopped.
    Stop {
        /// Number of the request, repeated in the answer.
        number: u32,
        /// Longest time for it, in microseconds.
        within_us: u64,
    },
    /// Continue them, and confirm it.
    GoOn {
        /// Number of the request, repeated in the answer.
        number: u32,
    },
    /// Report the id of the youngest process or thread.
    Count {
        /// Number of the request, repeated in the answer.
        number: u32,
    },
}

/// Message from a helper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HelperReply {
    /// The bot's program runs.
    Started,
    /// The bot's program could not be started; the reason.
    Failed(Failure),
    /// A request was handled.
    Done {
        /// Number of the request.
        number: u32,
        /// After a stop: true if all processes have surely stopped.
        surely: bool,
        /// Id of the youngest process or thread so far; it stays the same if a bot starts none on its move.
        /// `None` where it cannot be read.
        youngest: Option<u32>,
    },
    /// The bot's process has ended, and all others with it.
    Ended {
        /// Wait status, as the kernel encodes it.
        status: i32,
        /// CPU time of all processes, in nanoseconds.
        cpu_ns: u64,
        /// The largest resident size of one of them, in bytes.
        peak: u64,
    },
}

/// A failed step in the start of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Description of the step.
    pub step: String,
    /// The system's error number.
    pub errno: i32,
    /// The stage of the start that it is a step of.
    pub stage: Stage,
}

/// The stages of a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// What is made for any bot.
    Base,
    /// What is made for this one.
    Plan,
    /// The last step, the start of the program itself.
    Program,
}

/// Sends a message with these descriptors; returns `TOOBIG` if it is longer than a packet.
pub fn send<M: Serialize>(
    socket: impl AsFd,
    message: &M,
    fds: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let text = serde_json::to_vec(message)?;
    if text.len() > PACKET {
        return Err(io::Error::from(Errno::TOOBIG));
    }
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(PIPES))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !fds.is_empty() {
        control.push(SendAncillaryMessage::ScmRights(fds));
    }
    let parts = [IoSlice::new(&text)];
    rustix::io::retry_on_intr(|| sendmsg(&socket, &parts, &mut control, SendFlags::NOSIGNAL))?;
    Ok(())
}

/// Waits for a message, or the end, and returns its length, at least 1. Room for the longest one would take longer to clear
/// than most messages take to be read.
fn waiting(socket: impl AsFd) -> io::Result<usize> {
    let flags = RecvFlags::PEEK | RecvFlags::TRUNC;
    let look = || rustix::io::retry_on_intr(|| recv(&socket, &mut [0_u8; 1], flags));
    let (_, length) = match look() {
        // As in `receive`: what was sent before the reset is still there.
        Err(Errno::CONNRESET) => look()?,
        got => got?,
    };
    Ok(length.max(1))
}

/// Receives a message and its descriptors; `None` if the other end is closed and everything it sent has been
/// read.
pub fn receive<M: DeserializeOwned>(socket: impl AsFd) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
    let mut buffer = vec![0; waiting(&socket)?.min(PACKET)];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(PIPES))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [IoSliceMut::new(&mut buffer)];
    let mut receive = || {
        rustix::io::retry_on_intr(|| {
            recvmsg(&socket, &mut parts, &mut control, RecvFlags::CMSG_CLOEXEC)
        })
    };
    let got = match receive() {
        // Closing a socket with unread data resets the connection. The kernel reports that once, before the
        // data that was sent earlier.
        Err(Errno::CONNRESET) => receive()?,
        got => got?,
    };
    if got.bytes == 0 {
        return Ok(None);
    }
    let mut fds = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            fds.extend(rights);
        }
    }
    let message = serde_json::from_slice(&buffer[..got.bytes])?;
    Ok(Some((message, fds)))
}

/// Waits until there is something to read, or the end, or until the deadline; returns true if there is.
pub fn readable(fd: BorrowedFd<'_>, deadline: Instant) -> bool {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let mut fds = [PollFd::from_borrowed_fd(fd, PollFlags::IN)];
        match poll(&mut fds, Timespec::try_from(left).ok().as_ref()) {
            Ok(ready) => return ready > 0,
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;
    use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

    fn pair() -> (OwnedFd, OwnedFd) {
        let flags = SocketFlags::CLOEXEC;
        socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None).expect("sockets")
    }

    #[test]
    fn words_arrive_byte_for_byte_or_not_at_all() {
        let (fd, other) = pair();
        for bytes in [b"odd\xff\xfe\n".to_vec(), vec![0xff; 8 << 10]] {
            let words = vec![OsString::from_vec(bytes)];
            send(&fd, &words, &[]).expect("there is room");
            let heard = receive::<Vec<OsString>>(&other).expect("a message");
            assert_eq!(heard.map(|(words, _)| words), Some(words));
        }
        let words = vec![OsString::from_vec(vec![b'x'; PACKET])];
        let refused = send(&fd, &words, &[]).expect_err("it is too long");
        assert_eq!(refused.raw_os_error(), Some(Errno::TOOBIG.raw_os_error()));
    }

    #[test]
    fn what_was_sent_before_a_reset_is_heard() {
        let (fd, other) = pair();
        let ended = HelperReply::Ended {
            status: 3 << 8,
            cpu_ns: 1,
            peak: 2,
        };
        send(&fd, &HelperRequest::GoOn { number: 1 }, &[]).expect("there is room");
        send(&other, &ended, &[]).expect("there is room");
        drop(other);
        let heard =
            |socket: &OwnedFd| receive::<HelperReply>(socket).expect("a message, or the end");
        assert_eq!(heard(&fd).map(|(tell, _)| tell), Some(ended));
        assert!(heard(&fd).is_none());
        assert!(heard(&fd).is_none());
    }
}
