//! Limits that a tournament sets: for all bots in `[limits]`, and for a single one.

use std::collections::BTreeMap;

use referee_record::Limits;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// Limits of all bots, or of a single bot. Default of a single bot: the tournament's limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "Limits")]
pub struct LimitsSpec {
    /// Milliseconds until `ready`, from 1 to 3 600 000. Default: 10 000.
    #[schemars(range(min = 1, max = 3_600_000))]
    pub start_ms: Option<u64>,
    /// Milliseconds in which a bot must exit after `quit`, at most 60 000. Default: 500.
    #[schemars(range(max = 60_000))]
    pub grace_ms: Option<u64>,
    /// Maximum number of lines of chatter in one turn. Default: 1000.
    pub chatter_lines: Option<u64>,
    /// Maximum number of bytes of chatter in one turn. Default: 1 048 576.
    pub chatter_bytes: Option<u64>,
    /// Number of bytes that are kept of the beginning of stderr, and as many of its end. Default: 8192.
    #[schemars(range(max = 1_048_576))]
    pub stderr_bytes: Option<u64>,
    /// Memory of all processes of a bot together, in MiB. Default: 512.
    #[schemars(range(min = 16, max = 1_048_576))]
    pub memory_mib: Option<u64>,
    /// Maximum number of processes and threads of a bot. Default: 128.
    #[schemars(range(min = 1, max = 32_768))]
    pub processes: Option<u64>,
    /// Maximum number of open files of each process. Default: 256.
    #[schemars(range(min = 16, max = 1_048_576))]
    pub files: Option<u64>,
    /// Size of the scratch folder, in MiB; 0 means no scratch folder. Default: 64.
    #[schemars(range(max = 65_536))]
    pub scratch_mib: Option<u64>,
}

impl LimitsSpec {
    /// Fills in limits that are not set from the usual ones.
    pub fn over(&self, usual: &Limits) -> Limits {
        Limits {
            start_ms: self.start_ms.unwrap_or(usual.start_ms),
            grace_ms: self.grace_ms.unwrap_or(usual.grace_ms),
            chatter_lines: self.chatter_lines.unwrap_or(usual.chatter_lines),
            chatter_bytes: self.chatter_bytes.unwrap_or(usual.chatter_bytes),
            stderr_bytes: self.stderr_bytes.unwrap_or(usual.stderr_bytes),
            memory_mib: self.memory_mib.unwrap_or(usual.memory_mib),
            processes: self.processes.unwrap_or(usual.processes),
            files: self.files.unwrap_or(usual.files),
            scratch_mib: self.scratch_mib.unwrap_or(usual.scratch_mib),
            ..*usual
        }
    }

    /// Returns an error that names the first limit that is out of range.
    pub fn check(&self) -> Result<(), String> {
        let checked = self.over(&Limits::default()).check();
        checked.map_err(|why| format!("limits: {why}"))
    }
}

/// Lists the limits by name, as in `[limits]`.
pub fn limits_table(limits: &Limits) -> BTreeMap<String, Value> {
    let written = serde_json::to_value(limits).and_then(serde_json::from_value);
    let mut table: BTreeMap<String, Value> = written.unwrap_or_default();
    // These are keys of the tournament itself.
    for other in ["chatter_loses", "legal", "tries"] {
        table.remove(other);
    }
    table
}
