//! The hypotheses of a sequential test.

use referee_stats::{MAX_ELO, ResultCounts, SprtBounds, SprtModel, bounds, llr};
use serde::{Deserialize, Serialize};

use super::PlanError;

/// The two hypotheses of a sequential test and its error probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hypotheses {
    /// Unit in which `elo0` and `elo1` are measured.
    pub model: SprtModel,
    /// The first hypothesis.
    pub elo0: f64,
    /// The second hypothesis, greater than `elo0`.
    pub elo1: f64,
    /// The probability of accepting `elo1` where `elo0` holds.
    pub alpha: f64,
    /// The probability of accepting `elo0` where `elo1` holds.
    pub beta: f64,
}

impl Hypotheses {
    /// Returns the bounds of the test; an error if a value is out of range or `elo0` isn't less than `elo1`.
    pub(crate) fn check(&self) -> Result<SprtBounds, PlanError> {
        let Hypotheses { elo0, elo1, .. } = self;
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MAX_ELO..=MAX_ELO).contains(elo) {
                return Err(PlanError::Format(format!(
                    "{name} = {elo}: expected a number from -{MAX_ELO} to {MAX_ELO}"
                )));
            }
        }
        if elo0 >= elo1 {
            return Err(PlanError::Format(format!(
                "elo0 = {elo0}, elo1 = {elo1}: expected elo1 above elo0"
            )));
        }
        bounds(self.alpha, self.beta).map_err(|why| PlanError::Format(why.to_string()))
    }

    /// Returns the log-likelihood ratio of `elo1` to `elo0` after these pairs; 0 without a result.
    pub fn llr(&self, counts: [u64; 5]) -> f64 {
        // Fails only without a result, as the values were checked; then nothing favours either hypothesis.
        llr(
            self.model,
            self.elo0,
            self.elo1,
            &ResultCounts::Pairs(counts),
        )
        .unwrap_or(0.0)
    }
}
