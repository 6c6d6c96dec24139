//! Models of strength that a sequential test can use.

use serde::{Deserialize, Serialize};

/// Unit in which the strength of a hypothesis is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtModel {
    /// Elo, from the mean score.
    Logistic,
    /// Normalized Elo, from the excess of the mean score over ½ in standard deviations.
    Normalized,
}
