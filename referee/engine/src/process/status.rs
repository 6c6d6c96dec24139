//! Plain data about a bot's process: its pipes, what came of reading and waiting, how it ended, and what it
//! has used.

use std::os::fd::OwnedFd;
use std::process::ExitStatus;

/// The referee's ends of a bot's pipes.
pub(crate) struct BotPipes {
    pub(crate) stdin: OwnedFd,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
}

/// Result of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadResult {
    /// Number of bytes read.
    Bytes(usize),
    /// Nothing to read at the moment.
    Nothing,
    /// The end of the stream.
    End,
}

/// Reasons why a wait for a process ended; all false where the deadline passed.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each thing that can happen, in any combination"
)]
pub struct WakeReason {
    /// Stdout has output, or has ended.
    pub stdout: bool,
    /// Stderr has output, or has ended.
    pub stderr: bool,
    /// The process has ended.
    pub death: bool,
    /// Stdin has room to write.
    pub stdin: bool,
    /// One of the other file descriptors has something to read.
    pub others: bool,
}

/// How a bot's process ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProcessExit {
    /// Exit status of the process; `None` where its sandbox broke, which is no fault of the bot.
    pub(crate) status: Option<ExitStatus>,
    /// CPU time of all its processes, in nanoseconds, where it was measured.
    pub(crate) cpu_ns: Option<u64>,
    /// Peak memory, in bytes, where it was measured.
    pub(crate) peak: Option<u64>,
    /// The limit for which it was killed, if it was.
    pub(crate) over: Option<Excess>,
    /// Whether it couldn't start a process or thread because of its limit, where that is known.
    pub(crate) refused_processes: Option<bool>,
}

/// Processor usage of a bot so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CpuUsage {
    /// CPU time of all its processes, in nanoseconds.
    pub(crate) cpu_ns: u64,
    /// How long its threads were ready to run but had to wait for a core, in nanoseconds, where the system
    /// tells.
    pub(crate) wait_ns: Option<u64>,
    /// Number of living threads.
    pub(crate) threads: u64,
    /// How often its threads were given a core.
    pub(crate) slices: u64,
    /// True if one of the threads is ready to run at this moment; its present wait isn't counted yet.
    pub(crate) ready: bool,
}

/// The limit that a bot exceeded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Excess {
    /// Memory held, in bytes.
    Memory(u64),
    /// Number of processes and threads.
    Processes(u64),
}

#[cfg(target_os = "linux")]
impl From<referee_jail::SandboxExit> for ProcessExit {
    fn from(ended: referee_jail::SandboxExit) -> ProcessExit {
        ProcessExit {
            status: ended.status,
            cpu_ns: Some(ended.cpu_ns),
            peak: Some(ended.peak),
            over: ended.over.map(|over| match over {
                referee_jail::LimitExceeded::Memory { bytes } => Excess::Memory(bytes),
                referee_jail::LimitExceeded::Processes { count } => Excess::Processes(count),
            }),
            refused_processes: ended.refused_processes,
        }
    }
}

#[cfg(target_os = "linux")]
impl From<referee_jail::Usage> for CpuUsage {
    fn from(usage: referee_jail::Usage) -> CpuUsage {
        CpuUsage {
            cpu_ns: usage.cpu_ns,
            wait_ns: usage.wait_ns,
            threads: usage.threads,
            slices: usage.slices,
            ready: usage.ready,
        }
    }
}
