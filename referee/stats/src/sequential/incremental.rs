//! A test whose pairs come in one by one, for those who play thousands of tests: the ratio is
//! calculated only where a bound can be reached.

use crate::counts::ResultCounts;
use crate::observed::Observed;

use super::{SequentialTest, TestDecision};

/// How much larger a step of the ratio may be than the largest one now, before the next look.
const CAUTION: f64 = 2.0;

/// The counts may grow by one part in so many before the next look, so that steps stay what they are.
const GROWTH: u64 = 8;

/// A test that is played.
///
/// It ends at the very pair at which it would if the ratio were calculated after each. One more
/// result adds what the slope of the ratio in its count says, ln(p1/p0). The steps change little
/// while the counts do: a new result elsewhere than in the middle makes them smaller, those in the
/// middle make them larger at most by the growth of all counts, which is kept below an eighth. So
/// where the next bound is d away and the largest step is s, the next d/2s pairs can't reach it.
#[derive(Clone, Debug)]
pub struct IncrementalTest {
    test: SequentialTest,
    counts: [u64; 5],
    played: u64,
    next: u64,
}

impl IncrementalTest {
    /// The test before its first pair.
    pub fn new(test: SequentialTest) -> IncrementalTest {
        IncrementalTest {
            test,
            counts: [0; 5],
            played: 0,
            next: 1,
        }
    }

    /// A pair with so many halves of a point, from 0 to 4; the verdict if the test ends here.
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

    /// The pairs so far, by the points in them.
    pub fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// How many pairs there are.
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
