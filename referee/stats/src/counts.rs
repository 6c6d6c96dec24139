//! Counts of the results of a match between two bots: single games, or pairs of mirrored games.

use thiserror::Error;

/// Number of occurrences of each result, the worst for the first bot first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultCounts {
    /// Lost, drawn and won games, which score 0, ½ and 1.
    Single([u64; 3]),
    /// Pairs of mirrored games by the points of both games together: 0, ½, 1, 1½, 2. A pair scores half of
    /// them: 0, ¼, ½, ¾, 1. Such counts are called pentanomial.
    Pairs([u64; 5]),
}

/// There are no results, so nothing can be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("all counts are 0; at least one result is needed")]
pub struct NoResults;

impl ResultCounts {
    /// Returns the share of results in the middle, from 0 to 1: drawn games, or pairs in which both bots
    /// scored one point. Returns an error if there are no results.
    pub fn level(&self) -> Result<f64, NoResults> {
        let counts = self.classes();
        Ok(real(counts[counts.len() / 2].into()) / self.total()?)
    }

    /// Returns the counts with one more of each result.
    pub(crate) fn one_more(&self) -> ResultCounts {
        match self {
            ResultCounts::Single(counts) => {
                ResultCounts::Single(counts.map(|count| count.saturating_add(1)))
            }
            ResultCounts::Pairs(counts) => {
                ResultCounts::Pairs(counts.map(|count| count.saturating_add(1)))
            }
        }
    }

    /// Returns the counts as a slice.
    pub(crate) fn classes(&self) -> &[u64] {
        match self {
            ResultCounts::Single(counts) => counts,
            ResultCounts::Pairs(counts) => counts,
        }
    }

    /// Returns the number of games in one result: 1 or 2.
    pub(crate) fn games(&self) -> f64 {
        match self {
            ResultCounts::Single(_) => 1.0,
            ResultCounts::Pairs(_) => 2.0,
        }
    }

    /// Returns the number of results; an error if there are none.
    pub(crate) fn total(&self) -> Result<f64, NoResults> {
        let total: u128 = self.classes().iter().copied().map(u128::from).sum();
        if total == 0 {
            return Err(NoResults);
        }
        Ok(real(total))
    }

    /// Returns the score of each kind of result, from 0 to 1.
    pub(crate) fn scores(&self) -> impl Iterator<Item = f64> + Clone {
        let classes: u32 = match self {
            ResultCounts::Single(_) => 3,
            ResultCounts::Pairs(_) => 5,
        };
        (0..classes).map(move |class| f64::from(class) / f64::from(classes - 1))
    }

    /// Returns the points won and lost, in halves (games) or quarters (pairs) of a result: whole numbers, so
    /// that a single loss among 10^18 wins isn't rounded away.
    pub(crate) fn points(&self) -> (u128, u128) {
        let classes = self.classes().iter().copied();
        let sum = |(value, count): (u128, u64)| value * u128::from(count);
        let lost = (0..).zip(classes.clone().rev()).map(sum).sum();
        (((0..).zip(classes)).map(sum).sum(), lost)
    }
}

#[expect(clippy::cast_precision_loss, reason = "sixteen digits are plenty")]
pub(crate) fn real(count: u128) -> f64 {
    count as f64
}
