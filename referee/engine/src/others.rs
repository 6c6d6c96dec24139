//! What ran on a thread's cores beside the run: the kernel's threads, and programs outside the run.

#[cfg(target_os = "linux")]
mod readings;

#[cfg(target_os = "linux")]
pub(crate) use readings::{OthersReading, note, ran};

/// What ran beside the run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OthersRan {
    /// CPU time of the kernel's threads, in nanoseconds. A thread that may run on any core counts where it ran last.
    pub(crate) kernel: u64,
    /// CPU time of programs outside the run that may use these cores, on whichever they ran, in nanoseconds.
    pub(crate) programs: u64,
    /// The names of those that ran longest, which are theirs to choose.
    pub(crate) names: Vec<String>,
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn note() {}

#[cfg(not(target_os = "linux"))]
pub(crate) fn ran(_: bool) -> OthersRan {
    OthersRan::default()
}
