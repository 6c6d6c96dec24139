//! The engine's process, and what was said last.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use referee_protocol::{Line, LineBuffer};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::TranslatorError;

/// Most lines that are kept for a fault.
const KEPT: usize = 40;
/// Most bytes that are kept of each of them.
const KEPT_BYTES: usize = 200;
/// Bytes that are read at a time.
const CHUNK: usize = 16 << 10;
/// Time that an engine has to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(300);
/// Most reads of what an engine wrote unasked.
const UNASKED: usize = 64;

/// Who has something to say first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    Engine,
    Other,
    Nobody,
}

/// An engine that was started.
pub(crate) struct EngineProcess {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    lines: LineBuffer,
    /// The last lines in both directions.
    said: VecDeque<String>,
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

impl EngineProcess {
    /// Starts the engine. Its standard error is this process's own.
    pub(crate) fn start(command: &[OsString]) -> Result<EngineProcess, TranslatorError> {
        let failed = |error| TranslatorError::Start {
            command: command
                .first()
                .map_or(String::new(), |word| word.to_string_lossy().into_owned()),
            error,
        };
        let (program, args) = command
            .split_first()
            .ok_or_else(|| failed(io::ErrorKind::InvalidInput.into()))?;
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(io::ErrorKind::BrokenPipe.into()));
        };
        Ok(EngineProcess {
            child,
            input,
            output,
            lines: LineBuffer::default(),
            said: VecDeque::new(),
        })
    }

    /// Sends lines in one write.
    pub(crate) fn tell(&mut self, lines: &str) -> Result<(), TranslatorError> {
        for line in lines.lines() {
            self.keep('>', line.as_bytes());
        }
        match self.input.write_all(lines.as_bytes()) {
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Err(self.ended()),
            sent => Ok(sent?),
        }
    }

    /// Sends lines, of which the last is answered by this line, and waits for that.
    pub(crate) fn await_line(&mut self, lines: &str, answer: &str) -> Result<(), TranslatorError> {
        self.tell(lines)?;
        while self.next_line()? != answer {}
        Ok(())
    }

    /// Returns a line that has been read, without waiting. A line that is too long is skipped.
    pub(crate) fn line(&mut self) -> Option<String> {
        loop {
            let line = match self.lines.next_line()? {
                Line::Text(text) => String::from_utf8_lossy(text).into_owned(),
                Line::TooLong => continue,
            };
            self.keep('<', line.as_bytes());
            return Some(line);
        }
    }

    /// Throws away what the engine has written up to now. Returns an error if it ends.
    pub(crate) fn forget(&mut self) -> Result<(), TranslatorError> {
        for _ in 0..UNASKED {
            if !self.is_heard_within(Duration::ZERO)? {
                break;
            }
            self.read()?;
        }
        while self.line().is_some() {}
        Ok(())
    }

    /// Waits for the next line. Returns an error if the engine ends.
    pub(crate) fn next_line(&mut self) -> Result<String, TranslatorError> {
        loop {
            if let Some(line) = self.line() {
                return Ok(line);
            }
            self.read()?;
        }
    }

    /// Waits for the next line; returns `None` if the engine writes nothing in this time. Returns an error if it ends.
    pub(crate) fn line_within(
        &mut self,
        most: Duration,
    ) -> Result<Option<String>, TranslatorError> {
        if let Some(line) = self.line() {
            return Ok(Some(line));
        }
        if self.is_heard_within(most)? {
            self.read()?;
        }
        Ok(self.line())
    }

    /// Reads once; waits if there is nothing. Returns an error if the engine ends.
    pub(crate) fn read(&mut self) -> Result<(), TranslatorError> {
        let mut bytes = [0; CHUNK];
        match rustix::io::retry_on_intr(|| rustix::io::read(&self.output, &mut bytes)) {
            Ok(0) => Err(self.ended()),
            Ok(count) => {
                self.lines.push(&bytes[..count]);
                Ok(())
            }
            Err(errno) => Err(io::Error::from(errno).into()),
        }
    }

    /// Waits until the engine or the other has something to read, as long as this at most.
    pub(crate) fn first(
        &self,
        other: Option<BorrowedFd<'_>>,
        most: Option<Duration>,
    ) -> io::Result<First> {
        let both = [Some(self.output.as_fd()), other].into_iter().flatten();
        let mut fds: Vec<PollFd<'_>> = both
            .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN))
            .collect();
        let most = most.and_then(|most| Timespec::try_from(most).ok());
        let heard = rustix::io::retry_on_intr(|| poll(&mut fds, most.as_ref()))?;
        Ok(match heard {
            0 => First::Nobody,
            _ if fds[0].revents().is_empty() => First::Other,
            _ => First::Engine,
        })
    }

    /// Waits until the engine has something to read; returns false if it hasn't in this time.
    fn is_heard_within(&self, most: Duration) -> io::Result<bool> {
        Ok(self.first(None, Some(most))? == First::Engine)
    }

    /// Writes the last lines in both directions to standard error, where the referee keeps them.
    pub(crate) fn tell_last_lines(&self) {
        let mut stderr = io::stderr().lock();
        for line in &self.said {
            // Where nobody reads, nothing is lost.
            let _ = writeln!(stderr, "{line}");
        }
    }

    /// Asks the engine to end, and ends it if it doesn't.
    pub(crate) fn quit(mut self) -> io::Result<()> {
        let _ = self.input.write_all(b"quit\n");
        let begun = Instant::now();
        while let Some(left) = FAREWELL.checked_sub(begun.elapsed()) {
            let mut bytes = [0; CHUNK];
            let is_there = self.is_heard_within(left)?;
            if is_there && rustix::io::read(&self.output, &mut bytes).unwrap_or(0) == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Ends the engine, which isn't listened to any more.
    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Returns why the engine can't be talked to any more: it has ended, or has only closed its output.
    fn ended(&mut self) -> TranslatorError {
        self.tell_last_lines();
        let begun = Instant::now();
        while begun.elapsed() < FAREWELL {
            match self.child.try_wait() {
                Ok(Some(status)) => return TranslatorError::Ended(status),
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Err(error) => return error.into(),
            }
        }
        self.kill();
        TranslatorError::Closed
    }

    fn keep(&mut self, way: char, line: &[u8]) {
        let line = &line[..line.len().min(KEPT_BYTES)];
        let line = format!("{way} {}", String::from_utf8_lossy(line));
        // What is said again and again without an answer would hide what was said before.
        if way == '>' && self.said.back() == Some(&line) {
            return;
        }
        if self.said.len() == KEPT {
            self.said.pop_front();
        }
        self.said.push_back(line);
    }
}
