//! The course of a test: its log-likelihood ratio after some of the pairs, in schedule order.

use serde::Serialize;

use super::PairResults;
use crate::head_to_head::rule::Goal;

/// State of a test after some pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Finished pairs, including those that are left out.
    pub pairs: u64,
    /// The log-likelihood ratio of `elo1` to `elo0`.
    pub llr: f64,
}

impl PairResults {
    /// Returns the course of the test in at most `most` points at equal distances; the last point is the
    /// present state. Empty if the match isn't a test.
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
