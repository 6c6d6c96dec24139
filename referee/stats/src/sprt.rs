//! The sequential test between two strengths (SPRT): the log-likelihood ratio and Wald's bounds.
//!
//! The test is the generalized one (GSPRT): the frequencies of the results are unknown apart from the
//! strength, so each hypothesis uses the frequencies that fit the results best among all that have its
//! strength (Li, Liu, Ying 2014, "Generalized Sequential Probability Ratio Test for Separate Families of
//! Hypotheses"; for games: Van den Bergh, "Comments on Normalized Elo").

use thiserror::Error;

use crate::counts::{NoResults, ResultCounts};
use crate::observed::Observed;
use crate::sprt_model::SprtModel;

/// Limit of hypotheses, from −10 000 to 10 000 Elo; no two bots are further apart.
pub const MAX_ELO: f64 = 10_000.0;

/// Why there is no test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// There are no results.
    #[error(transparent)]
    NoResults(#[from] NoResults),
    /// A hypothesis is out of range.
    #[error("{0} is {1}; expected a number from -10000 to 10000")]
    Elo(&'static str, f64),
    /// `elo1` isn't greater than `elo0`.
    #[error("elo0 is {0} and elo1 is {1}; expected the greater number as elo1")]
    Order(f64, f64),
    /// An error probability is not between 0 and 1.
    #[error("{0} is {1}; expected a probability above 0 and below 1")]
    Probability(&'static str, f64),
    /// The error probabilities add up to 1 or more, which leaves no room between the bounds.
    #[error("alpha {0} and beta {1} add up to 1 or more; make them smaller, such as 0.05")]
    Sum(f64, f64),
}

/// Bounds of the log-likelihood ratio at which the test ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtBounds {
    /// At or below this, the first hypothesis is accepted.
    pub lower: f64,
    /// At or above this, the second hypothesis is accepted.
    pub upper: f64,
}

/// Returns Wald's bounds ln(β/(1−α)) and ln((1−β)/α) for the probabilities of a wrong answer when the first
/// hypothesis is true (α) and when the second is (β) (Wald 1945, "Sequential Tests of Statistical
/// Hypotheses"). Returns an error if a probability is out of range or their sum is 1 or more.
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

/// Returns the log-likelihood ratio of the hypotheses `elo1` to `elo0`: N·Σ p̂·ln(p1/p0), where p0 and p1 are
/// the frequencies of each hypothesis that fit the observed p̂ best.
///
/// A count of 0 is replaced by 0.001. The ratio is always finite, and 0 if the hypotheses are equal. Returns
/// an error without results or if a hypothesis is out of range.
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

/// Returns an error unless both hypotheses are numbers in the range.
pub(crate) fn hypotheses(elo0: f64, elo1: f64) -> Result<(), SprtError> {
    for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
        if !(-MAX_ELO..=MAX_ELO).contains(&elo) {
            return Err(SprtError::Elo(name, elo));
        }
    }
    Ok(())
}
