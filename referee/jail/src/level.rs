//! The level of confinement that is asked for.

use serde::{Deserialize, Serialize};

/// Level of confinement that is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Every guarantee is kept, or no game is played.
    Strict,
    /// The best that the machine offers, reported at the start.
    #[default]
    Auto,
    /// Only process groups, clean environments and time limits.
    Off,
}
