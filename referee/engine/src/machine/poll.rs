//! Waits for file descriptors against one absolute deadline; bytes that arrive never move it.

use std::os::fd::BorrowedFd;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// File descriptors to wait for, at most 64.
#[derive(Default)]
pub struct PollSet<'a> {
    fds: Vec<PollFd<'a>>,
}

/// The ready file descriptors, by the order in which they were added; none where the deadline passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PollEvents(u64);

impl<'a> PollSet<'a> {
    /// Adds a file descriptor that may have something to read, or reach its end. Returns its index.
    pub fn read(&mut self, fd: BorrowedFd<'a>) -> usize {
        self.fds.push(PollFd::from_borrowed_fd(fd, PollFlags::IN));
        self.fds.len() - 1
    }

    /// Adds a file descriptor that may take bytes, or never will again. Returns its index.
    pub fn write(&mut self, fd: BorrowedFd<'a>) -> usize {
        self.fds.push(PollFd::from_borrowed_fd(fd, PollFlags::OUT));
        self.fds.len() - 1
    }

    /// Waits until one of the file descriptors is ready, or the deadline has passed.
    pub fn wait(mut self, deadline: Instant) -> PollEvents {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let timeout = Timespec::try_from(left).ok();
            match poll(&mut self.fds, timeout.as_ref()) {
                Err(Errno::INTR) => {}
                // A momentary lack of memory is treated as no event, until the deadline.
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
    /// Tells if the file descriptor with the index `added` is ready.
    pub fn has(self, added: usize) -> bool {
        self.0 >> added & 1 == 1
    }

    /// Tells if anything happened before the deadline.
    pub fn any(self) -> bool {
        self.0 != 0
    }
}
