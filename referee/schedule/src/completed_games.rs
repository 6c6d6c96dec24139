//! Which games are settled: a beginning of the run without gaps, and a few beyond it.

use std::collections::BTreeSet;

/// A set of numbers from 1. Since games are settled nearly in order, it holds little beside the
/// length of the unbroken beginning, however many numbers are in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompletedGames {
    prefix: u64,
    beyond: BTreeSet<u64>,
}

impl CompletedGames {
    /// The numbers from 1 to this one.
    pub fn up_to(prefix: u64) -> CompletedGames {
        CompletedGames {
            prefix,
            beyond: BTreeSet::new(),
        }
    }

    /// Adds a number; false if it was there.
    pub fn insert(&mut self, number: u64) -> bool {
        if self.contains(number) {
            return false;
        }
        self.beyond.insert(number);
        while self.beyond.remove(&(self.prefix + 1)) {
            self.prefix += 1;
        }
        true
    }

    /// Whether a number is in it.
    pub fn contains(&self, number: u64) -> bool {
        number <= self.prefix || self.beyond.contains(&number)
    }

    /// The last number before the first gap.
    pub fn prefix(&self) -> u64 {
        self.prefix
    }

    /// How many numbers are in it.
    pub fn len(&self) -> u64 {
        self.prefix + self.beyond.len() as u64
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
