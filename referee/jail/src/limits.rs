//! What a bot's processes may use together.

use serde::{Deserialize, Serialize};

/// What a bot's processes may use together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceLimits {
    /// Memory, in bytes.
    pub memory: u64,
    /// Processes and threads at the same time.
    pub processes: u64,
    /// Files that each of its processes may hold open.
    pub files: u64,
    /// What its scratch folder holds, in bytes; 0: there is none.
    pub scratch: u64,
    /// What one file can grow to, in bytes.
    pub file: u64,
}
