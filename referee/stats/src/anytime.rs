//! Intervals that hold at every moment of a match, however often somebody looks.
//!
//! A 95 % interval holds for a number of results that was fixed beforehand. Who stops as soon as it
//! tells what was hoped for is wrong far more often. A confidence sequence is a row of intervals, one
//! for each number of results, that hold the true mean all at once with 95 %.

use serde::Serialize;

use crate::counts::{NoResults, ResultCounts, real};
use crate::exponential_tilting::Tilt;

/// Halvings of a score, until floating point has no more.
const HALVINGS: usize = 100;

/// An interval of a confidence sequence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Anytime {
    /// The least and the greatest mean score that aren't ruled out.
    pub score: [f64; 2],
    /// The same as differences in Elo; none where a score is 0 or 1.
    pub elo: [Option<f64>; 2],
}

/// The mean scores that these results don't rule out, with an error of `alpha` over the whole match,
/// however long it is and whenever it is stopped.
///
/// To rule out a mean m, bet on it: who stakes a share b of the capital on x and the rest on 1−x, at
/// odds that are fair if the mean is m, has after each result b·x/m + (1−b)·(1−x)/(1−m) times as
/// much. At the mean m no way to bet makes 1/α out of 1 with a probability above α (Ville 1939), so m
/// is ruled out where one does. The way is Cover's universal portfolio with weights after Krichevsky and
/// Trofimov; it makes at least the best constant b in hindsight, less a factor of
/// √π·Γ(N+1)/Γ(N+½) ≤ √(1+πN) (Cover and Ordentlich 1996, Watson 1959). Hence the interval are all m with
///
/// max Σ n·ln(1+λ(x−m)) < ln(1/α) + ½·ln(1+πN), λ from −1/(1−m) to 1/m
///
/// (Orabona and Jun 2024, "Tight Concentrations and Confidence Sequences From the Regret of Universal
/// Portfolio"; betting on means: Waudby-Smith and Ramdas 2024). It needs nothing but scores from 0 to 1
/// of the same mean given what came before, and doesn't depend on their order.
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

/// The same for results with any scores, 0 and 1 among them, and how often each came up, of which these
/// are the shares of points that were won and lost.
pub(crate) fn of_scores(
    scores: Vec<f64>,
    counts: &[f64],
    [won, lost]: [f64; 2],
    alpha: f64,
) -> Anytime {
    let total: f64 = counts.iter().sum();
    let capital = -alpha.ln() + (std::f64::consts::PI * total).ln_1p() / 2.0;
    // A score above ½ is seen from the other side, where it is near 0 and keeps its digits.
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

/// The mean between the score and an end of the scale up to which less than this was won, on a
/// logarithmic scale: the further from the score, the more.
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

/// The logarithm of what the best constant bet in hindsight makes of 1 against a mean score.
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
