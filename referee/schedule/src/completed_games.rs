//! Set of settled games: a beginning of the run without gaps, and a few beyond it.

use std::collections::BTreeSet;

/// A set of game numbers from 1. Since games are settled nearly in order, it stores little more than the
/// length of the unbroken beginning, however many numbers are in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompletedGames {
    prefix: u64,
    beyond: BTreeSet<u64>,
}

impl CompletedGames {
    /// Creates the set of the numbers from 1 to `prefix`.
    pub fn up_to(prefix: u64) -> CompletedGames {
        CompletedGames {
            prefix,
            beyond: BTreeSet::new(),
        }
    }

    /// Adds a number; returns false if it was in the set.
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

    /// Returns true if the number is in the set.
    pub fn contains(&self, number: u64) -> bool {
        number <= self.prefix || self.beyond.contains(&number)
    }

    /// Returns the last number before the first gap; 0 if 1 is missing.
    pub fn prefix(&self) -> u64 {
        self.prefix
    }

    /// Returns the number of elements.
    pub fn len(&self) -> u64 {
        self.prefix + self.beyond.len() as u64
    }

    /// Returns true if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
