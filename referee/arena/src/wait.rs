//! One wait against one absolute deadline. Bytes that arrive never move it.

use std::os::fd::BorrowedFd;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// What a wait ended with; nothing of it where the deadline passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ready {
    /// Which of the descriptors to be read have something to read, their end included.
    pub readable: [bool; 3],
    /// The descriptor to be written takes bytes, or will never again.
    pub writable: bool,
}

impl Ready {
    /// Whether anything happened before the deadline.
    pub fn any(self) -> bool {
        self.writable || self.readable.contains(&true)
    }
}

/// Waits until one of the descriptors is ready, or the deadline has passed.
pub fn wait(
    reading: [Option<BorrowedFd<'_>>; 3],
    writing: Option<BorrowedFd<'_>>,
    deadline: Instant,
) -> Ready {
    let mut fds: Vec<PollFd<'_>> = Vec::with_capacity(4);
    fds.extend(
        reading
            .iter()
            .flatten()
            .map(|fd| PollFd::from_borrowed_fd(*fd, PollFlags::IN)),
    );
    fds.extend(writing.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::OUT)));
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = Timespec::try_from(left).ok();
        match poll(&mut fds, timeout.as_ref()) {
            Err(Errno::INTR) => {}
            // Out of memory for a moment: as if nothing had happened yet, until the deadline.
            Err(_) if Instant::now() < deadline => std::thread::yield_now(),
            Err(_) | Ok(0) => return Ready::default(),
            Ok(_) => break,
        }
    }
    let mut happened = fds.iter().map(|fd| !fd.revents().is_empty());
    let readable = reading.map(|fd| fd.is_some() && happened.next().unwrap_or(false));
    let writable = happened.next().unwrap_or(false);
    Ready { readable, writable }
}
