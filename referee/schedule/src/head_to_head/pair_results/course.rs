//! The course of a test: its ratio after some of the pairs, in schedule order.

use serde::Serialize;

use super::PairResults;
use crate::head_to_head::rule::Goal;

/// How a test stood after some pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Finished pairs, those that are left out included.
    pub pairs: u64,
    /// The log-likelihood ratio.
    pub llr: f64,
}

impl PairResults {
    /// How a test went, in at most so many points of equal distances; the last one is where it stands.
    /// Empty where it is no test.
    pub fn course(&self, most: usize) -> Vec<Point> {
        let Goal::Test(test, _) = self.rule.goal() else {
            return Vec::new();
        };
        let pairs = self.course.len();
        let steps = most.min(pairs);
        let (mut counts, mut reached) = ([0_u64; 5], 0);
        (1..=steps)
            .map(|step| {
                let next = pairs * step / steps;
                for halves in self.course[reached..next].iter().flatten() {
                    counts[usize::from(*halves)] += 1;
                }
                reached = next;
                Point {
                    pairs: next as u64,
                    llr: test.llr(counts),
                }
            })
            .collect()
    }
}
