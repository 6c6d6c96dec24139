//! A sequential test: two hypotheses and two bounds.

use crate::counts::ResultCounts;
use crate::observed::Observed;
use crate::sprt::{SprtBounds, SprtError, bounds, hypotheses, llr};
use crate::sprt_model::SprtModel;

/// A test between two strengths that ends when its log-likelihood ratio reaches a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequentialTest {
    pub(super) model: SprtModel,
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) bounds: SprtBounds,
}

/// Decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestDecision {
    /// The lower bound was reached: `elo0` is accepted.
    First,
    /// The upper bound was reached: `elo1` is accepted.
    Second,
}

impl SequentialTest {
    /// Creates a test of `elo0` against `elo1` that accepts the second if the first is true with a
    /// probability of `alpha`, and the first if the second is true with a probability of `beta`. Returns an
    /// error if a value is out of range or `elo0` isn't less than `elo1`.
    pub fn new(
        model: SprtModel,
        [elo0, elo1]: [f64; 2],
        alpha: f64,
        beta: f64,
    ) -> Result<SequentialTest, SprtError> {
        hypotheses(elo0, elo1)?;
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        Ok(SequentialTest {
            model,
            elo0,
            elo1,
            bounds: bounds(alpha, beta)?,
        })
    }

    /// Returns the model, which determines the unit of the hypotheses.
    pub fn model(&self) -> SprtModel {
        self.model
    }

    /// Returns the hypotheses.
    pub fn elos(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// Returns the bounds at which it ends.
    pub fn bounds(&self) -> SprtBounds {
        self.bounds
    }

    /// Returns the log-likelihood ratio of these results, see [`llr`]; an error if there are none.
    pub fn llr(&self, counts: &ResultCounts) -> Result<f64, SprtError> {
        llr(self.model, self.elo0, self.elo1, counts)
    }

    /// Returns the decision at a log-likelihood ratio; None if the test goes on.
    pub fn verdict(&self, llr: f64) -> Option<TestDecision> {
        if llr <= self.bounds.lower {
            Some(TestDecision::First)
        } else if llr >= self.bounds.upper {
            Some(TestDecision::Second)
        } else {
            None
        }
    }

    pub(super) fn ratio(&self, observed: &Observed) -> crate::observed::Ratio {
        observed.ratio(self.model, self.elo0, self.elo1)
    }
}
