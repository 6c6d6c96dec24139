//! Confidence sequences: intervals that are valid at every moment of a match, however often anybody looks.
//!
//! A 95 % confidence interval is valid for a number of results that was fixed beforehand. Stopping as soon as
//! it shows the desired result is wrong far more often. A confidence sequence is a series of intervals, one
//! for each number of results, that all contain the true mean at once with 95 % probability.

use serde::Serialize;

use crate::counts::{NoResults, ResultCounts, real};
use crate::exponential_tilting::Tilt;

/// Halvings of a score, more than floating point can distinguish.
const HALVINGS: usize = 100;

/// An interval of a confidence sequence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Anytime {
    /// The least and the greatest mean score (0 to 1) that aren't ruled out.
    pub score: [f64; 2],
    /// Both bounds as differences in Elo; None where a score is 0 or 1.
    pub elo: [Option<f64>; 2],
}

/// Returns the mean scores that these results don't rule out, with an error probability of `alpha` over the
/// whole match, however long it is and whenever it is stopped; an error if there are no results.
///
/// To rule out a mean m, bet on it: a gambler who stakes a share b of the capital on x and the rest on 1−x,
/// at odds that are fair if the mean is m, multiplies the capital by b·x/m + (1−b)·(1−x)/(1−m) with each
/// result. If the mean is m, no betting strategy turns 1 into 1/α with a probability above α (Ville 1939), so
/// m is ruled out if one does. The strategy is Cover's universal portfolio with weights after Krichevsky and
/// Trofimov; it earns at least as much as the best constant b in hindsight, less a factor of √π·Γ(N+1)/Γ(N+½)
/// ≤ √(1+πN) (Cover and Ordentlich 1996, Watson 1959). Hence the interval contains all m with
///
/// max Σ n·ln(1+λ(x−m)) < ln(1/α) + ½·ln(1+πN), λ from −1/(1−m) to 1/m
///
/// (Orabona and Jun 2024, "Tight Concentrations and Confidence Sequences From the Regret of Universal
/// Portfolio"; betting on means: Waudby-Smith and Ramdas 2024). It only requires scores from 0 to 1 with the
/// same mean given the earlier results, and doesn't depend on their order.
pub fn anytime(counts: &ResultCounts, alpha: f64) -> Result<Anytime, NoResults> {
    counts.total()?;
    let (won, lost) = counts.points();
    let shares = [won, lost].map(|points| real(points) / real(won + lost));
    let weights: Vec<f64> = counts.classes().iter().map(|&n| real(n.into())).collect();
    Ok(of_scores(
        counts.scores().collect(),
        &weights,
        shares,
        alpha,
    ))
}

/// Computes the interval of [`anytime()`] for any scores, which must include 0 and 1, and how often each
/// occurred; `won` and `lost` are the shares of the points.
pub(crate) fn of_scores(
    scores: Vec<f64>,
    counts: &[f64],
    [won, lost]: [f64; 2],
    alpha: f64,
) -> Anytime {
    let capital = capital(counts, alpha);
    // A score above ½ is mirrored, so that it is near 0 and keeps its digits.
    let above = won > lost;
    let scores = if above {
        scores.iter().map(|score| 1.0 - score).collect()
    } else {
        scores
    };
    let ends = [0.0, 1.0].map(|end| bound(&scores, counts, capital, (won.min(lost), end)));
    let elo = ends.map(|m| 400.0 * (m / (1.0 - m)).log10());
    let elo = elo.map(|elo| elo.is_finite().then_some(elo));
    if above {
        Anytime {
            score: [1.0 - ends[1], 1.0 - ends[0]],
            elo: [elo[1].map(|elo| -elo), elo[0].map(|elo| -elo)],
        }
    } else {
        Anytime { score: ends, elo }
    }
}

/// Tells if the interval of [`of_scores`] excludes this mean score.
pub(crate) fn rules_out(mean: f64, scores: &[f64], counts: &[f64], alpha: f64) -> bool {
    won_against(mean, scores, counts) >= capital(counts, alpha)
}

/// Returns the logarithm of the capital with which a mean score is ruled out.
fn capital(counts: &[f64], alpha: f64) -> f64 {
    let total: f64 = counts.iter().sum();
    -alpha.ln() + (std::f64::consts::PI * total).ln_1p() / 2.0
}

/// Returns the mean between the score and an end of the scale up to which less than `capital` is won. That
/// amount grows with the distance from the score. Both are logarithms.
fn bound(scores: &[f64], counts: &[f64], capital: f64, (score, end): (f64, f64)) -> f64 {
    let (mut inside, mut outside) = (score, end);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(inside, outside);
        if (outside - inside).abs() <= f64::EPSILON * middle {
            break;
        }
        if won_against(middle, scores, counts) < capital {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    outside
}

/// Returns the logarithm of what the best constant bet in hindsight makes of 1 against a mean score.
fn won_against(mean: f64, scores: &[f64], counts: &[f64]) -> f64 {
    let balance = scores.iter().map(|score| score - mean).collect();
    Tilt::balancing(counts, balance).map_or(f64::INFINITY, |tilt| {
        counts
            .iter()
            .zip(tilt.log_weights())
            .map(|(n, log)| n * log)
            .sum()
    })
}
