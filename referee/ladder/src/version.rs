//! A version of a bot, as its description says.

use std::io;

use serde::{Deserialize, Serialize};

use crate::names::version_name;

/// A version of a bot: what came in at one time, with a rating of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotVersion {
    /// Name of the bot.
    pub bot: String,
    /// Number of the version, from 1.
    pub number: u32,
    /// Name of the author; `None` for the operator.
    pub author: Option<String>,
    /// When it came in, in milliseconds since 1970.
    pub received_ms: u64,
    /// When it was accepted or refused, in milliseconds since 1970; `None` while it waits.
    pub checked_ms: Option<u64>,
    /// SHA-256 hash of its sources, in hexadecimal digits.
    pub hash: String,
    /// Number of bytes that its files take on the disk, about.
    pub disk_bytes: u64,
    /// True if its files were removed, since it doesn't play any more and others needed the room.
    pub removed: bool,
    /// What has become of it.
    pub state: VersionState,
}

/// What has become of a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VersionState {
    /// It is to be checked.
    Waiting,
    /// It doesn't play, for the reason in these words.
    Refused(String),
    /// It plays, or is to play.
    Accepted,
    /// Newer versions of its bot play.
    Retired,
}

impl BotVersion {
    /// Returns the name by which it plays, such as `fox.3`.
    pub fn name(&self) -> String {
        version_name(&self.bot, self.number)
    }

    /// Returns whether somebody has sent it; the operator is `None`.
    pub(crate) fn is_of(&self, author: Option<&str>) -> bool {
        self.author.as_deref() == author
    }

    /// Returns whether its files are of no use to the ladder, but are still there.
    pub(crate) fn is_spare(&self) -> bool {
        use VersionState::{Refused, Retired};
        !self.removed && matches!(self.state, Refused(_) | Retired)
    }

    /// Returns the text of its description.
    pub(crate) fn text(&self) -> io::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

impl VersionState {
    /// Returns the word for it.
    pub fn word(&self) -> &'static str {
        match self {
            VersionState::Waiting => "waiting",
            VersionState::Refused(_) => "refused",
            VersionState::Accepted => "accepted",
            VersionState::Retired => "retired",
        }
    }

    /// Returns whether a version in this state may get another one.
    pub(crate) fn may_become(&self, next: &VersionState) -> bool {
        use VersionState::{Accepted, Refused, Retired, Waiting};
        matches!(
            (self, next),
            (Waiting, Accepted) | (Waiting | Accepted, Refused(_)) | (Accepted, Retired)
        )
    }
}
