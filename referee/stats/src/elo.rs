//! Strength of one bot relative to another, from the results between them.
//!
//! Scores are assumed to be independent between results: single games, or pairs of mirrored games. A pair is
//! one result, since its games share a start and depend on each other. Errors are half of the two-sided 95 %
//! confidence interval of the normal approximation.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use crate::counts::{NoResults, ResultCounts, real};

/// 800/ln 10: normalized Elo of one standard deviation per game (Van den Bergh, "Comments on Normalized
/// Elo"). With this factor a small normalized Elo agrees with Elo if no game is drawn.
pub(crate) const SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// The 97.5 % quantile of the normal distribution.
pub(crate) const QUANTILE: f64 = 1.959_963_984_540_054;

/// ln 20: the information of an event with a probability of 5 %, in nats.
const NATS: f64 = 2.995_732_273_553_991;

/// Strength of the first bot of a match, computed from the results.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Strength {
    /// Points per game, from 0 to 1.
    pub score: f64,
    /// The difference of ratings in Elo; if `bound` is set, the bound.
    pub elo: f64,
    /// Error of `elo`; None if all results are equal, or if the interval has no end because it reaches a
    /// score of 0 or 1.
    pub elo_error: Option<f64>,
    /// The difference in normalized Elo; None if all results are equal, unless they are level.
    pub nelo: Option<f64>,
    /// Error of `nelo` by the published formula, which treats σ as known: too small far from 0. None if all
    /// results are equal.
    pub nelo_error: Option<f64>,
    /// Error of `nelo` including the error of σ, valid at any strength; never below the published one. None
    /// if all results are equal.
    pub nelo_error_full: Option<f64>,
    /// The likelihood of superiority, from 0 to 1: the probability that the first bot is stronger.
    pub los: f64,
    /// Set if all games were won or all lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bound>,
}

/// Side of a one-sided 95 % confidence bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// All games were won: at least this strong.
    Lower,
    /// All games were lost: at most this strong.
    Upper,
}

impl Strength {
    /// Computes the strength from these results; no number in it is infinite or undefined. Returns an error
    /// if there are no results.
    ///
    /// - Elo by the logistic curve, 400·log10(μ/(1−μ)) with the mean score μ (Elo, "The Rating of
    ///   Chessplayers"); its error is half the difference of that curve at the ends of μ ± z·σ/√N.
    /// - Normalized Elo (μ−½)/(√m·σ) · 800/ln 10 with the standard deviation σ of a result of m games; its
    ///   published error is z/√(m·N) · 800/ln 10 (Van den Bergh). The full error is that times √v, with the
    ///   variance v of t = (μ−½)/σ for one result by the delta method: the mean of (y − t(y²−1)/2)², where y
    ///   is (x−μ)/σ. It is 1 at t = 0. If t has an extremum in the frequencies v vanishes, so v is taken as
    ///   at least 1.
    /// - LOS Φ((μ−½)/(σ/√N)), with its limits 0, ½ and 1 if σ is 0.
    /// - A bound from p^N = 5 %: of N won results, p is the least probability of winning one that isn't
    ///   rejected (Clopper and Pearson 1934).
    pub fn of(counts: &ResultCounts) -> Result<Strength, NoResults> {
        let total = counts.total()?;
        let (won, lost) = counts.points();
        let score = real(won) / real(won + lost);
        let rest = real(lost) / real(won + lost);
        let excess = real(won.abs_diff(lost)) / real(won + lost) / 2.0;
        let excess = if won < lost { -excess } else { excess };
        let deviation = deviation(counts, total, score);
        let effect = deviation.map(|deviation| excess / deviation);
        let nelo_error = deviation.map(|_| QUANTILE * SCALE / (counts.games() * total).sqrt());
        let widening = deviation.map(|d| effect_variance(counts, total, (score, d), excess / d));
        let bound = match (won, lost) {
            (0, _) => Some(Bound::Upper),
            (_, 0) => Some(Bound::Lower),
            _ => None,
        };
        // Equals e^(ln 20/N) − 1 = 1/p − 1, without loss of digits for large N.
        let certain = -400.0 * (NATS / total).exp_m1().log10();
        let elo = match bound {
            Some(Bound::Lower) => certain,
            Some(Bound::Upper) => -certain,
            None => 400.0 * (real(won) / real(lost)).log10(),
        };
        let games = counts.games();
        let level = (excess == 0.0).then_some(0.0);
        Ok(Strength {
            score,
            elo,
            elo_error: deviation.and_then(|d| half_width(score, rest, QUANTILE * d / total.sqrt())),
            nelo: effect.map(|t| t / games.sqrt() * SCALE).or(level),
            nelo_error,
            nelo_error_full: nelo_error
                .zip(widening)
                .map(|(error, variance)| error * variance.max(1.0).sqrt()),
            los: match effect {
                Some(effect) => Normal::standard().cdf(effect * total.sqrt()),
                None if excess > 0.0 => 1.0,
                None if excess < 0.0 => 0.0,
                None => 0.5,
            },
            bound,
        })
    }
}

/// Returns the standard deviation of a result; None if all are equal.
fn deviation(counts: &ResultCounts, total: f64, mean: f64) -> Option<f64> {
    let classes = counts.classes();
    let varied = classes.iter().filter(|count| **count > 0).count() > 1;
    let squares = counts.scores().map(|score| (score - mean).powi(2));
    let weighted = classes.iter().zip(squares);
    let sum: f64 = weighted
        .map(|(n, square)| real(u128::from(*n)) * square)
        .sum();
    varied.then(|| (sum / total).sqrt())
}

/// Returns the variance of t = (μ−½)/σ for one result: the mean square of its influence on t.
fn effect_variance(
    counts: &ResultCounts,
    total: f64,
    (mean, deviation): (f64, f64),
    t: f64,
) -> f64 {
    let influence = |score: f64| {
        let y = (score - mean) / deviation;
        y - t * (y * y - 1.0) / 2.0
    };
    let weighted = counts.classes().iter().zip(counts.scores());
    let squares = weighted.map(|(n, score)| real(u128::from(*n)) * influence(score).powi(2));
    squares.sum::<f64>() / total
}

/// Returns half of the interval in Elo whose ends are `margin` from the mean score on either side; None if an
/// end reaches 0 or 1. For log10((μ+d)/(μ−d)) and the corresponding term of 1−μ, the inverse hyperbolic
/// tangent keeps all digits.
fn half_width(score: f64, rest: f64, margin: f64) -> Option<f64> {
    let parts = [margin / score, margin / rest];
    let ends = parts.iter().all(|part| *part < 1.0);
    ends.then(|| SCALE / 2.0 * parts.map(f64::atanh).iter().sum::<f64>())
}
