//! A sequential test: two hypotheses and two bounds.

use crate::counts::Counts;
use crate::observed::Observed;
use crate::sprt::{Bounds, Model, SprtError, bounds, hypotheses, llr};

/// A test between two strengths that ends when its ratio reaches a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    pub(super) model: Model,
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) bounds: Bounds,
}

/// How a test ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The lower bound was reached: `elo0` is accepted.
    First,
    /// The upper bound was reached: `elo1` is accepted.
    Second,
}

impl Test {
    /// A test for `elo0` against `elo1` that wrongly accepts the second where the first holds with a
    /// probability of `alpha`, and the first where the second holds with one of `beta`.
    pub fn new(
        model: Model,
        [elo0, elo1]: [f64; 2],
        alpha: f64,
        beta: f64,
    ) -> Result<Test, SprtError> {
        hypotheses(elo0, elo1)?;
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        Ok(Test {
            model,
            elo0,
            elo1,
            bounds: bounds(alpha, beta)?,
        })
    }

    /// What the hypotheses are measured in.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The hypotheses.
    pub fn elos(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// Where it ends.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The log-likelihood ratio of these results, see [`llr`].
    pub fn llr(&self, counts: &Counts) -> Result<f64, SprtError> {
        llr(self.model, self.elo0, self.elo1, counts)
    }

    /// What a ratio decides, if anything.
    pub fn verdict(&self, llr: f64) -> Option<Verdict> {
        if llr <= self.bounds.lower {
            Some(Verdict::First)
        } else if llr >= self.bounds.upper {
            Some(Verdict::Second)
        } else {
            None
        }
    }

    pub(super) fn ratio(&self, observed: &Observed) -> crate::observed::Ratio {
        observed.ratio(self.model, self.elo0, self.elo1)
    }
}
