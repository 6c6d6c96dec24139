//! What is promised of ranks.

use serde::{Deserialize, Serialize};

/// What is promised of ranks that an adaptive tournament calls separated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Separation {
    /// Each two neighbours hold with the probability at one look, by the ratings. Over many looks far
    /// more of them end on luck.
    #[default]
    Momentary,
    /// With the probability none of all that are called separated in the whole run, however long it is,
    /// is in the wrong order, by the games between the two.
    AnyTime,
}

impl Separation {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(crate) fn is_momentary(&self) -> bool {
        *self == Separation::Momentary
    }
}
