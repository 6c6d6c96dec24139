//! Which deals of a game begin alike.

use serde::{Deserialize, Serialize};

/// Deals with equal starts, so that a format can skip the repeated ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Distinct {
    /// Deals from 1 to this number were checked, or are very likely to differ where a program makes them.
    pub deals: u32,
    /// The deals that have the same start as an earlier one, in ascending order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeats: Vec<u32>,
}

impl Distinct {
    /// Returns the number of different starts.
    pub fn count(&self) -> u64 {
        u64::from(self.deals).saturating_sub(self.repeats.len() as u64)
    }

    /// Returns the number (from 1) of the deal with this index (from 0) among the deals that do not repeat an
    /// earlier one.
    pub fn nth(&self, index: u64) -> u64 {
        let mut deal = index + 1;
        loop {
            let passed = self.repeats.partition_point(|r| u64::from(*r) <= deal) as u64;
            if index + 1 + passed == deal {
                return deal;
            }
            deal = index + 1 + passed;
        }
    }
}
