//! Describes a program to start in a sandbox, and its resource limits.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::PathBuf;

use crate::Pin;

/// A program to start in a sandbox, with its files and limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpawnSpec {
    /// Absolute path of the program.
    pub executable: PathBuf,
    /// Its arguments, without the program's own name.
    pub args: Vec<OsString>,
    /// Arguments of the referee, if that is started in the program's place, and starts the program itself: the program
    /// and its arguments stand behind them. Otherwise none.
    pub through: Vec<OsString>,
    /// Its whole environment. If `HOME` and `TMPDIR` are missing, they are set to its scratch folder, or to
    /// `/nonexistent` outside a mount namespace.
    pub env: Vec<(OsString, OsString)>,
    /// Its own folder, which is its working directory; without one it starts in the root.
    pub folder: Option<PathBuf>,
    /// True if it may write to that folder: for builds, which run in a copy.
    pub writable: bool,
    /// Further files and folders that it can read.
    pub read: Vec<Pin>,
    /// True if it has the machine's network: for commands that fetch sources.
    pub network: bool,
    /// Its resource limits.
    pub bounds: ResourceLimits,
}

/// Resource limits of a bot, shared by all of its processes unless noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceLimits {
    /// Memory, in bytes.
    pub memory: u64,
    /// Number of processes and threads at the same time.
    pub processes: u64,
    /// Number of files that each of its processes may hold open.
    pub files: u64,
    /// Size of its scratch folder, in bytes; 0 means that it has none.
    pub scratch: u64,
    /// Largest size of one file, in bytes.
    pub file: u64,
}
