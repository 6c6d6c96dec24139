//! Which deals of a game begin alike.

use serde::{Deserialize, Serialize};

/// Largest number of starts that a plan may foresee: half of all deals, so that as many can be found.
pub const MOST_FORESEEN: u64 = u32::MAX as u64 / 2;

/// Deals with equal starts, so that a format can skip the repeated ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Distinct {
    /// Deals from 1 to this number were checked, or are very likely to differ where a program makes them.
    pub deals: u32,
    /// The deals that have the same start as an earlier one, in ascending order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeats: Vec<u32>,
    /// Number of different starts that are expected, if not so many were found yet: the schedule looks at further deals
    /// when games come to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foreseen: Option<u64>,
}

impl Distinct {
    /// Returns the number of different starts that games can use.
    pub fn count(&self) -> u64 {
        self.found().max(self.foreseen.unwrap_or(0))
    }

    /// Returns the number of different starts among the deals that were checked.
    pub fn found(&self) -> u64 {
        u64::from(self.deals).saturating_sub(self.repeats.len() as u64)
    }

    /// Tells if new starts have become so rare that no more are looked for.
    pub fn is_exhausted(&self) -> bool {
        self.repeats.len() as u64 > 64 + 3 * self.found()
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
