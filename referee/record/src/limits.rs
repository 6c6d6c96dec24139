//! Defines the limits on a bot's output and on its use of the machine.

use serde::{Deserialize, Serialize};

/// Limits of a bot and its processes, apart from the time. What is stored names each of them, so that other defaults
/// don't change what was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Milliseconds until `ready`, from 1 to 3 600 000. Default: 10 000.
    pub start_ms: u64,
    /// Milliseconds in which a bot must exit after `quit`, at most 60 000. Default: 500.
    pub grace_ms: u64,
    /// Maximum number of lines of chatter in one turn. Default: 1000.
    pub chatter_lines: u64,
    /// Maximum number of bytes of chatter in one turn. Default: 1 048 576.
    pub chatter_bytes: u64,
    /// True if any chatter in a turn loses (`garbage`) instead.
    pub chatter_loses: bool,
    /// Number of bytes that are kept of the beginning of stderr, and as many of its end. Default:
    /// 8192.
    pub stderr_bytes: u64,
    /// True if the bots are sent the legal moves.
    pub legal: bool,
    /// Memory of all processes of a bot together, in MiB. Default: 512.
    pub memory_mib: u64,
    /// Maximum number of processes and threads of a bot. Default: 128.
    pub processes: u64,
    /// Maximum number of open files of each process. Default: 256.
    pub files: u64,
    /// Size of the scratch folder, in MiB; 0 means no scratch folder. Default: 64.
    pub scratch_mib: u64,
    /// Maximum number of attempts at a game if attempts are void, from 1; up to twice as many where one seat was
    /// late in each, and in some it was seen why. Default: 3.
    pub tries: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::USUAL
    }
}

impl Limits {
    /// The limits of a tournament that sets none.
    pub const USUAL: Limits = Limits {
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
    };

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

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value};

    use super::*;

    #[test]
    fn what_is_stored_leaves_nothing_to_a_default() {
        let stored = serde_json::to_value(Limits::default()).and_then(serde_json::from_value);
        let stored: Map<String, Value> = stored.expect("an object");
        assert_eq!(stored.len(), 12);
        for key in stored.keys() {
            let mut without = stored.clone();
            without.remove(key);
            let read = serde_json::from_value::<Limits>(without.into());
            let error = read.expect_err(key).to_string();
            assert_eq!(error, format!("missing field `{key}`"));
        }
    }
}
