//! The settings of a ladder itself: the table `[ladder]` of its file.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::source_limits::SourceLimits;

/// Settings of a ladder, apart from those of its games.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LadderSettings {
    /// Number of accepted versions of each bot that play: the newest ones. Default: 3.
    #[schemars(range(min = 1, max = 1000))]
    pub keep: u32,
    /// Most games that begin in a minute. Default: as many as the machine can play.
    pub games_per_minute: Option<NonZeroU32>,
    /// Most uploads of an author within an hour, whatever comes of them. Default: 6.
    #[schemars(range(min = 1, max = 1000))]
    pub uploads_per_hour: u32,
    /// Most versions of an author that wait to be checked. Default: 2.
    #[schemars(range(min = 1, max = 1000))]
    pub waiting: u32,
    /// Most versions of all authors together that wait to be checked. Default: 100.
    #[schemars(range(min = 1, max = 10_000))]
    pub queue: u32,
    /// Most bots of an author. Default: 5.
    #[schemars(range(min = 1, max = 1000))]
    pub bots_per_author: u32,
    /// Size of an upload as it is sent, in MiB. Default: 16.
    #[schemars(range(min = 1, max = 1024))]
    pub upload_mib: u64,
    /// Size of the files in an upload together, in MiB. Default: 64.
    #[schemars(range(min = 1, max = 65_536))]
    pub unpacked_mib: u64,
    /// Most files and folders in an upload. Default: 2000.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub unpacked_files: u64,
    /// Size of the files of all versions together, in MiB; where it is reached, those that don't play any more are
    /// removed. Default: 4096.
    #[schemars(range(min = 1, max = 16_777_216))]
    pub disk_mib: u64,
    /// The limits of the file for what a bot of the operator plays from; not a key of the table.
    #[serde(skip)]
    pub snapshot_limits: SourceLimits,
}

impl Default for LadderSettings {
    fn default() -> LadderSettings {
        LadderSettings {
            keep: 3,
            games_per_minute: None,
            uploads_per_hour: 6,
            waiting: 2,
            queue: 100,
            bots_per_author: 5,
            upload_mib: 16,
            unpacked_mib: 64,
            unpacked_files: 2000,
            disk_mib: 4096,
            snapshot_limits: SourceLimits::default(),
        }
    }
}

impl LadderSettings {
    /// Returns the limits of the files in an upload.
    pub fn source_limits(&self) -> SourceLimits {
        SourceLimits {
            mib: self.unpacked_mib,
            files: self.unpacked_files,
        }
    }

    /// Returns an error that names the first setting that is out of range.
    pub(crate) fn check(&self) -> Result<(), String> {
        for (key, n, max) in [
            ("keep", u64::from(self.keep), 1000),
            ("uploads_per_hour", u64::from(self.uploads_per_hour), 1000),
            ("waiting", u64::from(self.waiting), 1000),
            ("queue", u64::from(self.queue), 10_000),
            ("bots_per_author", u64::from(self.bots_per_author), 1000),
            ("upload_mib", self.upload_mib, 1024),
            ("unpacked_mib", self.unpacked_mib, 65_536),
            ("unpacked_files", self.unpacked_files, 1_000_000),
            ("disk_mib", self.disk_mib, 1 << 24),
        ] {
            if !(1..=max).contains(&n) {
                return Err(format!("[ladder] {key} = {n}: expected 1 to {max}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::TournamentFile;

    fn read(text: &str) -> Result<LadderSettings, String> {
        let file = TournamentFile::of_text(
            &format!("game = 'onitama'\nformat = 'standing'\n{text}"),
            "ladder.toml",
            Path::new(""),
            None,
        );
        file.map(|file| file.ladder())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_not_given_has_its_default() {
        assert_eq!(read(""), Ok(LadderSettings::default()));
        let text = "[ladder]\nkeep = 1\ngames_per_minute = 20\n";
        let expected = LadderSettings {
            keep: 1,
            games_per_minute: NonZeroU32::new(20),
            ..LadderSettings::default()
        };
        assert_eq!(read(text), Ok(expected));
    }

    #[test]
    fn an_error_names_the_file_the_key_and_what_was_expected() {
        for (text, parts) in [
            ("[ladder]\nkepe = 2", ["`kepe`", "did you mean `keep`?"]),
            (
                "[ladder]\nkeep = 0",
                ["[ladder] keep = 0", "expected 1 to 1000"],
            ),
            (
                "[ladder]\nkeep = 'x'",
                ["line 4", "expected a whole number"],
            ),
            (
                "[ladder]\ngames_per_minute = 0",
                ["line 4", "expected a whole number from 1"],
            ),
            (
                "[ladder]\nupload_mib = 2000",
                ["upload_mib = 2000", "expected 1 to 1024"],
            ),
            ("ladder = 3", ["line 3", "expected a table"]),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.starts_with("ladder.toml: "), "{error}");
            for part in parts {
                assert!(error.contains(part), "{error}\nexpected: {part}");
            }
        }
    }
}
