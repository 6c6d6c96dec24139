//! One wait against one absolute deadline. Bytes that arrive never move it.

use std::os::fd::BorrowedFd;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// What is waited for, in order: descriptors to be read, then those to be written.
#[derive(Default)]
pub struct PollSet<'a> {
    fds: Vec<PollFd<'a>>,
}

/// Which of the wanted descriptors are ready, in their order; none where the deadline passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PollEvents(u64);

impl<'a> PollSet<'a> {
    /// Adds a descriptor that may have something to read, its end included.
    pub fn read(&mut self, fd: BorrowedFd<'a>) -> usize {
        self.fds.push(PollFd::from_borrowed_fd(fd, PollFlags::IN));
        self.fds.len() - 1
    }

    /// Adds a descriptor that may take bytes, or will never again.
    pub fn write(&mut self, fd: BorrowedFd<'a>) -> usize {
        self.fds.push(PollFd::from_borrowed_fd(fd, PollFlags::OUT));
        self.fds.len() - 1
    }

    /// Waits until one of them is ready, or the deadline has passed.
    pub fn wait(mut self, deadline: Instant) -> PollEvents {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let timeout = Timespec::try_from(left).ok();
            match poll(&mut self.fds, timeout.as_ref()) {
                Err(Errno::INTR) => {}
                // Out of memory for a moment: as if nothing had happened yet, until the deadline.
                Err(_) if Instant::now() < deadline => std::thread::yield_now(),
                Err(_) | Ok(0) => return PollEvents::default(),
                Ok(_) => break,
            }
        }
        let ready = |(i, fd): (usize, &PollFd<'_>)| u64::from(!fd.revents().is_empty()) << i;
        PollEvents(self.fds.iter().enumerate().map(ready).sum())
    }
}

impl PollEvents {
    /// Whether the descriptor that was added as this one is ready.
    pub fn has(self, added: usize) -> bool {
        self.0 >> added & 1 == 1
    }

    /// Whether anything happened before the deadline.
    pub fn any(self) -> bool {
        self.0 != 0
    }
}
