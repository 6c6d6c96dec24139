//! Limits that a tournament sets for a single bot.

use std::collections::BTreeMap;

use referee_record::Limits;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// Limits of a single bot. Default: the tournament's limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "BotLimits")]
pub struct OwnLimits {
    /// Milliseconds until `ready`, from 1 to 3 600 000.
    #[schemars(range(min = 1, max = 3_600_000))]
    pub start_ms: Option<u64>,
    /// Milliseconds in which a bot must exit after `quit`, at most 60 000.
    #[schemars(range(max = 60_000))]
    pub grace_ms: Option<u64>,
    /// Maximum number of lines of chatter in one turn.
    pub chatter_lines: Option<u64>,
    /// Maximum number of bytes of chatter in one turn.
    pub chatter_bytes: Option<u64>,
    /// Number of bytes that are kept of the beginning of stderr, and as many of its end.
    #[schemars(range(max = 1_048_576))]
    pub stderr_bytes: Option<u64>,
    /// Memory of all processes of a bot together, in MiB.
    #[schemars(range(min = 16, max = 1_048_576))]
    pub memory_mib: Option<u64>,
    /// Maximum number of processes and threads of a bot.
    #[schemars(range(min = 1, max = 32_768))]
    pub processes: Option<u64>,
    /// Maximum number of open files of each process.
    #[schemars(range(min = 16, max = 1_048_576))]
    pub files: Option<u64>,
    /// Size of the scratch folder, in MiB; 0 means no scratch folder.
    #[schemars(range(max = 65_536))]
    pub scratch_mib: Option<u64>,
}

impl OwnLimits {
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

/// Lists all limits by name, including those that aren't serialized when they are the default.
pub fn whole(limits: &Limits) -> BTreeMap<String, Value> {
    let written = serde_json::to_value(limits).and_then(serde_json::from_value);
    let mut all: BTreeMap<String, Value> = written.unwrap_or_default();
    for (name, limit) in [
        ("memory_mib", limits.memory_mib),
        ("processes", limits.processes),
        ("files", limits.files),
        ("scratch_mib", limits.scratch_mib),
    ] {
        all.insert(name.to_owned(), limit.into());
    }
    all
}
