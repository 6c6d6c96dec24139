//! Size limits for the files that a bot plays from.

use schemars::JsonSchema;
use serde::Deserialize;

/// Maximum depth of nested folders of a bot.
pub const FOLDER_DEPTH_MAX: usize = 64;
/// Average size of a path, in bytes; all paths of a bot are kept in memory.
const PATH: u64 = 256;

/// Limits of a bot's files, so that a run can start whatever somebody submits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "SnapshotLimits")]
pub struct SourceLimits {
    /// Size of all files together, in MiB. Default: 8192.
    #[schemars(range(min = 1, max = 16_777_216))]
    pub mib: u64,
    /// Maximum number of files, folders and links. Default: 200000.
    #[schemars(range(min = 1, max = 10_000_000))]
    pub files: u64,
}

impl Default for SourceLimits {
    fn default() -> SourceLimits {
        SourceLimits {
            mib: 8192,
            files: 200_000,
        }
    }
}

impl SourceLimits {
    /// Limits for files that the referee has written itself: practically none.
    pub const NONE: SourceLimits = SourceLimits {
        mib: u64::MAX >> 20,
        files: u64::MAX / PATH,
    };

    /// Returns an error that names the first limit that is out of range.
    pub fn check(&self) -> Result<(), String> {
        for (name, n, max) in [
            ("mib", self.mib, 1 << 24),
            ("files", self.files, 10_000_000),
        ] {
            if !(1..=max).contains(&n) {
                return Err(format!(
                    "snapshot_limits: {name} = {n}: expected 1 to {max}"
                ));
            }
        }
        Ok(())
    }
}

/// Running total of files, bytes and paths.
#[derive(Clone, Copy, Debug, Default)]
pub struct SourceCount {
    /// Bytes of files.
    pub bytes: u64,
    files: u64,
    paths: u64,
}

impl SourceCount {
    /// Adds a file, folder or link; returns an error if a limit is exceeded.
    pub fn add(&mut self, bytes: u64, path: usize, bounds: &SourceLimits) -> Result<(), String> {
        self.bytes = self.bytes.saturating_add(bytes);
        self.files += 1;
        self.paths += path as u64;
        let what = if self.bytes > bounds.mib << 20 {
            format!("{} MiB", bounds.mib)
        } else if self.files > bounds.files {
            format!("{} files, folders and links", bounds.files)
        } else if self.paths > bounds.files * PATH {
            format!("{} KiB of paths", (bounds.files * PATH) >> 10)
        } else {
            return Ok(());
        };
        Err(format!(
            "it holds more than {what}; take out what the bot doesn't need, or allow more by \
             snapshot_limits = {{ mib, files }} in the tournament file"
        ))
    }
}
