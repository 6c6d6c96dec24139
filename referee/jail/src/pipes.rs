//! The pipes between the referee and a bot.

use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::OwnedFd;

/// The referee's ends of the bot's pipes.
#[derive(Debug)]
pub struct Pipes {
    /// End to write to.
    pub stdin: OwnedFd,
    /// End to read from.
    pub stdout: OwnedFd,
    /// End to read from.
    pub stderr: OwnedFd,
}

/// Makes the bot's pipes, and returns both sides of them; the referee's ends are non-blocking.
pub fn pipes() -> io::Result<(Pipes, [OwnedFd; 3])> {
    let (stdin_read, stdin): (PipeReader, PipeWriter) = io::pipe()?;
    let (stdout, stdout_write) = io::pipe()?;
    let (stderr, stderr_write) = io::pipe()?;
    let parent_ends = Pipes {
        stdin: stdin.into(),
        stdout: stdout.into(),
        stderr: stderr.into(),
    };
    for fd in [&parent_ends.stdin, &parent_ends.stdout, &parent_ends.stderr] {
        rustix::io::ioctl_fionbio(fd, true)?;
    }
    let theirs = [stdin_read.into(), stdout_write.into(), stderr_write.into()];
    Ok((parent_ends, theirs))
}
