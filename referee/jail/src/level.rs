//! How much of a jail is asked for.

use serde::{Deserialize, Serialize};

/// How much of a jail is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Every promise is kept, or nothing is played.
    Strict,
    /// The best that the machine gives, told at the start.
    #[default]
    Auto,
    /// Nothing but process groups, clean environments and limits of time.
    Off,
}
