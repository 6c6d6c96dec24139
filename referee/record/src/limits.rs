//! Defines the limits on a bot's output and on its use of the machine.

use serde::{Deserialize, Serialize};

/// What is enforced on a bot and its process, beside the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Milliseconds until `ready`, from 1 to 3 600 000.
    pub start_ms: u64,
    /// Milliseconds to leave after `quit`, at most 60 000.
    pub grace_ms: u64,
    /// Lines of chatter that are forgiven in one turn.
    pub chatter_lines: u64,
    /// Bytes of chatter that are forgiven in one turn.
    pub chatter_bytes: u64,
    /// True if any chatter in a turn loses (`garbage`) instead.
    pub chatter_loses: bool,
    /// Bytes that are kept of the head of stderr, and as many of its tail.
    pub stderr_bytes: u64,
    /// True if the bots are sent the legal moves.
    pub legal: bool,
    /// Memory of all its processes together, in MiB.
    #[serde(skip_serializing_if = "is::<512>")]
    pub memory_mib: u64,
    /// Processes and threads at the same time.
    #[serde(skip_serializing_if = "is::<128>")]
    pub processes: u64,
    /// Files that each of its processes may hold open.
    #[serde(skip_serializing_if = "is::<256>")]
    pub files: u64,
    /// What its scratch folder holds, in MiB; 0: there is none.
    #[serde(skip_serializing_if = "is::<64>")]
    pub scratch_mib: u64,
    /// How often a void game is tried in all, from 1.
    pub tries: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            start_ms: 10_000,
            grace_ms: 500,
            chatter_lines: 1000,
            chatter_bytes: 1 << 20,
            chatter_loses: false,
            stderr_bytes: 8 << 10,
            legal: true,
            memory_mib: 512,
            processes: 128,
            files: 256,
            scratch_mib: 64,
            tries: 3,
        }
    }
}

impl Limits {
    /// Returns an error that names the first limit out of range.
    pub fn check(&self) -> Result<(), String> {
        let ranges = [
            ("start_ms", self.start_ms, 1, 3_600_000),
            ("grace_ms", self.grace_ms, 0, 60_000),
            ("stderr_bytes", self.stderr_bytes, 0, 1 << 20),
            ("memory_mib", self.memory_mib, 16, 1 << 20),
            ("processes", self.processes, 1, 1 << 15),
            ("files", self.files, 16, 1 << 20),
            ("scratch_mib", self.scratch_mib, 0, 1 << 16),
            ("tries", self.tries.into(), 1, u32::MAX.into()),
        ];
        match ranges
            .into_iter()
            .find(|(_, n, min, max)| n < min || n > max)
        {
            Some((name, n, min, max)) => Err(format!("{name} = {n}: expected {min} to {max}")),
            None => Ok(()),
        }
    }
}

/// Tells if a limit has its default. Defaults of limits that were added later aren't written, so that jobs
/// keep their ids.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is<const N: u64>(n: &u64) -> bool {
    *n == N
}
