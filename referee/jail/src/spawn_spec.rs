//! What is to be started in a cell.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::{Pin, ResourceLimits};

/// What is to be started in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpawnSpec {
    /// The program; an absolute path.
    pub executable: PathBuf,
    /// Its arguments, without its own name.
    pub args: Vec<OsString>,
    /// Its whole environment; HOME and TMPDIR are its scratch folder if they aren't in it.
    pub env: Vec<(OsString, OsString)>,
    /// Its own folder, where it starts; without one it starts in the root.
    pub folder: Option<PathBuf>,
    /// Whether it may write there: for builds, in a copy.
    pub writable: bool,
    /// What it can read beyond the usual paths.
    pub read: Vec<Pin>,
    /// Whether it has the machine's network: for what fetches sources.
    pub network: bool,
    /// What it may use.
    pub bounds: ResourceLimits,
}
