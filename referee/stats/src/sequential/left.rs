//! Expected rest of a running test.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::counts::{NoResults, ResultCounts};
use crate::observed::Observed;

use super::SequentialTest;
use super::forecast::RatioWalk;

/// Number of drifts that represent all likely ones.
const DRIFTS: u8 = 31;

impl SequentialTest {
    /// Returns how many more games a running test is expected to take; 0 when it has ended, an error without
    /// results.
    ///
    /// The mean step of the ratio is known from the results so far only up to a normal error, so the figure
    /// is the mean over the likely drifts. Each count is increased by one, since a few results that are all
    /// alike don't mean that there are no others.
    pub fn games_left(&self, counts: &ResultCounts) -> Result<f64, NoResults> {
        counts.total()?;
        let llr = self.ratio(&Observed::new(counts)).llr;
        if self.verdict(llr).is_some() {
            return Ok(0.0);
        }
        let observed = Observed::new(&counts.one_more());
        let steps = self.ratio(&observed).steps;
        let (drift, variance) = observed.moments_of(&steps);
        let error = (variance / observed.total()).sqrt();
        let normal = Normal::standard();
        let left = (0..DRIFTS).map(|i| {
            let quantile = normal.inverse_cdf((f64::from(i) + 0.5) / f64::from(DRIFTS));
            let walk = RatioWalk::normal(drift + error * quantile, variance);
            let beyond = walk.beyond();
            walk.between(
                self.bounds.lower - llr - beyond,
                self.bounds.upper - llr + beyond,
            )
            .1
        });
        let results = left.sum::<f64>() / f64::from(DRIFTS);
        Ok(counts.games() * results.max(1.0))
    }
}
