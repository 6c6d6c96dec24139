//! Measures how many games a worker finishes in a second.

use std::collections::VecDeque;
use std::time::Instant;

/// Counts over which [`Rate::lately`] is the mean.
const LATELY: usize = 10;

/// How many games a worker finishes in a second.
pub(crate) struct Rate {
    finished: u32,
    since: Instant,
    /// Games and seconds of each count, the last one first.
    counts: VecDeque<(f64, f64)>,
}

impl Rate {
    /// Begins to count.
    pub(crate) fn begin() -> Rate {
        Rate {
            finished: 0,
            since: Instant::now(),
            counts: VecDeque::new(),
        }
    }

    /// Notes that a game was finished.
    pub(crate) fn finish(&mut self) {
        self.finished += 1;
    }

    /// Ends a count, and begins the next one.
    pub(crate) fn count(&mut self) {
        let count = (f64::from(self.finished), self.since.elapsed().as_secs_f64());
        self.counts.truncate(LATELY - 1);
        self.counts.push_front(count);
        (self.finished, self.since) = (0, Instant::now());
    }

    /// Returns the games in a second of the last count.
    pub(crate) fn last(&self) -> f64 {
        mean(self.counts.iter().take(1))
    }

    /// Returns the games in a second of the last ten counts.
    pub(crate) fn lately(&self) -> f64 {
        mean(self.counts.iter())
    }
}

fn mean<'a>(counts: impl Iterator<Item = &'a (f64, f64)>) -> f64 {
    let (games, seconds) = counts.fold((0.0, 0.0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    if seconds > 0.0 { games / seconds } else { 0.0 }
}
