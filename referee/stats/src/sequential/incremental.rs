//! A test that adds pairs one by one, for thousands of simulated tests: the ratio is computed only when a
//! bound may have been reached.

use crate::counts::ResultCounts;
use crate::observed::Observed;

use super::{SequentialTest, TestDecision};

/// Factor by which a step of the ratio may exceed the present largest one before the next computation.
const CAUTION: f64 = 2.0;

/// The counts may grow by one part in this many before the next computation, so that steps hardly change.
const GROWTH: u64 = 8;

/// A running test.
///
/// It ends at exactly the pair at which it would if the ratio were computed after each. One more result adds
/// the derivative of the ratio by its count, ln(p1/p0). The steps change little while the counts do: a new
/// result outside the middle makes them smaller, and results in the middle make them larger by at most the
/// growth of all counts, which is kept below an eighth. So if the next bound is d away and the largest step
/// is s, the next d/2s pairs can't reach it.
#[derive(Clone, Debug)]
pub struct IncrementalTest {
    test: SequentialTest,
    counts: [u64; 5],
    played: u64,
    next: u64,
}

impl IncrementalTest {
    /// Creates a test before its first pair.
    pub fn new(test: SequentialTest) -> IncrementalTest {
        IncrementalTest {
            test,
            counts: [0; 5],
            played: 0,
            next: 1,
        }
    }

    /// Adds a pair with so many half points, from 0 to 4; returns the decision if the test ends here.
    pub fn add(&mut self, halves: usize) -> Option<TestDecision> {
        if let Some(count) = self.counts.get_mut(halves) {
            *count += 1;
            self.played += 1;
        }
        if self.played < self.next {
            return None;
        }
        self.look()
    }

    /// Returns the pairs so far, by their half points.
    pub fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// Returns the number of pairs so far.
    pub fn played(&self) -> u64 {
        self.played
    }

    fn look(&mut self) -> Option<TestDecision> {
        let ratio = self
            .test
            .ratio(&Observed::new(&ResultCounts::Pairs(self.counts)));
        let bounds = self.test.bounds;
        let away = (ratio.llr - bounds.lower).min(bounds.upper - ratio.llr);
        let largest = ratio
            .steps
            .iter()
            .fold(0.0, |most: f64, step| most.max(step.abs()));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number of pairs, bounded by the growth"
        )]
        let safe = (away / (CAUTION * largest)) as u64;
        self.next = self.played + safe.min(self.played / GROWTH).max(1);
        self.test.verdict(ratio.llr)
    }
}
