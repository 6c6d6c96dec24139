//! Resource limits of one bot.

use serde::{Deserialize, Serialize};

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
