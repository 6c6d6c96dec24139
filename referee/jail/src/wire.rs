//! What goes over the socket between the referee and a helper: one packet a message.

use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{HostFeatures, Pin, ResourceLimits};

/// The longest packet: command, environment and paths of a bot.
const PACKET: usize = 128 << 10;
/// A bot's stdin, stdout and stderr.
const PIPES: usize = 3;

/// Everything that the helper has to know.
#[derive(Debug, Serialize, Deserialize)]
pub struct SandboxPlan {
    pub means: HostFeatures,
    pub executable: OsString,
    pub args: Vec<OsString>,
    pub env: Vec<(OsString, OsString)>,
    pub folder: Option<OsString>,
    pub writable: bool,
    pub read: Vec<Pin>,
    pub network: bool,
    pub bounds: ResourceLimits,
    /// An empty folder on which the bot's world is mounted.
    pub root: OsString,
    /// The user that the bot becomes, if this is root.
    pub uid: Option<u32>,
    /// Files into which the bot's process writes `0`, to be in its control groups.
    pub doors: Vec<OsString>,
    /// Whether control groups bound the memory.
    pub memory_bounded: bool,
    /// The most processes of the bot's user in all, where the kernel shall count them.
    pub processes: Option<u64>,
}

/// What the referee asks of a helper; the end of the socket asks for the end of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HelperRequest {
    /// Stop every process of the bot, and say when they have stopped, or that they haven't.
    Stop {
        /// Comes back with the answer.
        number: u32,
        /// How long it may take, in microseconds.
        within_us: u64,
    },
    /// Let them go on, and say so.
    GoOn {
        /// Comes back with the answer.
        number: u32,
    },
    /// Say which number the youngest process or thread has.
    Count {
        /// Comes back with the answer.
        number: u32,
    },
}

/// What a helper tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HelperReply {
    /// The bot's program runs.
    Started,
    /// It doesn't, and this is why.
    Failed(Failure),
    /// What was asked is done.
    Done {
        /// What was asked.
        number: u32,
        /// Of a stop: whether all processes stand still for sure.
        surely: bool,
        /// The number of the youngest process or thread that there was; a bot that starts none while
        /// it moves leaves it as it is. Nothing where that can't be read.
        youngest: Option<u32>,
    },
    /// The bot's process has ended, and every other with it.
    Ended {
        /// As `wait` gives it.
        status: i32,
        /// CPU time of all processes, in nanoseconds.
        cpu_ns: u64,
        /// The largest resident size of one of them, in bytes.
        peak: u64,
    },
}

/// A step on the way to a bot that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Which, in words.
    pub step: String,
    /// The system's error number.
    pub errno: i32,
    /// Whether it was the last one: the program itself couldn't be started.
    pub program: bool,
}

/// Sends a message, with descriptors where there are some.
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

/// Receives a message and its descriptors; nothing where the other end is closed and all is read that
/// it had sent.
pub fn receive<M: DeserializeOwned>(socket: impl AsFd) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
    let mut buffer = vec![0; PACKET];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(PIPES))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [IoSliceMut::new(&mut buffer)];
    let mut receive = || {
        rustix::io::retry_on_intr(|| {
            recvmsg(&socket, &mut parts, &mut control, RecvFlags::CMSG_CLOEXEC)
        })
    };
    let got = match receive() {
        // Who closes without having read all resets the connection: that is told once, and before what
        // it had sent.
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
