//! The sequential test between two strengths: the log-likelihood ratio and Wald's bounds.
//!
//! The test is the generalized one (GSPRT): how often each result comes up is unknown beside the
//! strength, so each hypothesis is given the frequencies that suit the results best among all that
//! have its strength (Li, Liu, Ying 2014, "Generalized Sequential Probability Ratio Test for Separate
//! Families of Hypotheses"; for games: Van den Bergh, "Comments on Normalized Elo").

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::counts::{NoResults, ResultCounts};
use crate::observed::Observed;

/// Hypotheses lie from −10 000 to 10 000 Elo; nothing that plays is further apart.
pub const MAX_ELO: f64 = 10_000.0;

/// What the strength of a hypothesis is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtModel {
    /// Elo, by the mean score.
    Logistic,
    /// Normalized Elo, by the mean score above ½ in standard deviations.
    Normalized,
}

/// Why there is no test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// Nothing was played.
    #[error(transparent)]
    NoResults(#[from] NoResults),
    /// A hypothesis isn't a number in the range.
    #[error("{0} is {1}; expected a number from -10000 to 10000")]
    Elo(&'static str, f64),
    /// There is nothing between the hypotheses.
    #[error("elo0 is {0} and elo1 is {1}; expected the greater number as elo1")]
    Order(f64, f64),
    /// An error probability isn't one.
    #[error("{0} is {1}; expected a probability above 0 and below 1")]
    Probability(&'static str, f64),
    /// Both errors together leave no room between the bounds.
    #[error("alpha {0} and beta {1} add up to 1 or more; make them smaller, such as 0.05")]
    Sum(f64, f64),
}

/// Where the test ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtBounds {
    /// At or below it, the first hypothesis is accepted.
    pub lower: f64,
    /// At or above it, the second hypothesis is accepted.
    pub upper: f64,
}

/// Wald's bounds ln(β/(1−α)) and ln((1−β)/α) for the probabilities of a wrong answer when the first
/// hypothesis holds (α) and when the second does (β) (Wald 1945, "Sequential Tests of Statistical
/// Hypotheses").
pub fn bounds(alpha: f64, beta: f64) -> Result<SprtBounds, SprtError> {
    for (name, value) in [("alpha", alpha), ("beta", beta)] {
        if !(value > 0.0 && value < 1.0) {
            return Err(SprtError::Probability(name, value));
        }
    }
    if alpha + beta >= 1.0 {
        return Err(SprtError::Sum(alpha, beta));
    }
    Ok(SprtBounds {
        lower: beta.ln() - (-alpha).ln_1p(),
        upper: (-beta).ln_1p() - alpha.ln(),
    })
}

/// The log-likelihood ratio of the hypotheses `elo1` to `elo0`: N·Σ p̂·ln(p1/p0), where p0 and p1 are
/// the frequencies of each hypothesis that suit the observed p̂ best.
///
/// A count of 0 is taken for 0.001. Always finite; 0 where the hypotheses are equal.
pub fn llr(
    model: SprtModel,
    elo0: f64,
    elo1: f64,
    counts: &ResultCounts,
) -> Result<f64, SprtError> {
    hypotheses(elo0, elo1)?;
    counts.total()?;
    Ok(Observed::new(counts).ratio(model, elo0, elo1).llr)
}

/// Whether both are numbers in the range.
pub(crate) fn hypotheses(elo0: f64, elo1: f64) -> Result<(), SprtError> {
    for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
        if !(-MAX_ELO..=MAX_ELO).contains(&elo) {
            return Err(SprtError::Elo(name, elo));
        }
    }
    Ok(())
}
