//! Spread of the players' strengths, estimated from the field itself: an empirical Bayes prior.
//!
//! A fit determines how certain each rating is from the player's own games. If true differences are small
//! compared with errors, most of a lead is luck, and ratings drawn around the fit would mistake luck for
//! strength. So true ratings are assumed to be normal around their mean, with a standard deviation that is
//! the field's spread. With the fit's normal distribution N(θ, V) the fitted r is then N(0, V + τ²), which
//! tells how likely each spread τ is; given τ, ratings are normal around τ²(V + τ²)⁻¹r with the covariance
//! τ²V(V + τ²)⁻¹ (C. N. Morris, Parametric empirical Bayes inference, Journal of the American Statistical
//! Association 78, 1983). The spread isn't known exactly, so ratings are drawn from the mixture over a grid
//! of spreads.

use super::linear::{Factor, Matrix};
use super::{Fit, POINTS};

/// The smallest spread, in points: a smaller one can't be told from 0 in any practical number of games.
const LEAST: f64 = 2.5;

/// Number of spreads, each √2 times the one before, so that the largest is 5 · 2^10 points; all are equally
/// likely before the games.
const SPREADS: u8 = 23;

/// Fewest players from which a spread is estimated; with fewer, ratings are drawn around the fit.
const FEWEST: usize = 3;

/// Distribution of the ratings given one spread, in natural units, by the players with games.
pub(super) struct Posterior {
    /// Probability of the spread.
    pub(super) weight: f64,
    means: Vec<f64>,
    factor: Factor,
    scale: f64,
}

impl Posterior {
    /// Converts independent standard normal numbers to ratings.
    pub(super) fn ratings(&self, chances: &[f64]) -> Vec<f64> {
        let moves = self.factor.times(chances);
        let moved = self.means.iter().zip(moves);
        moved.map(|(mean, by)| mean + self.scale * by).collect()
    }
}

/// Returns the ratings' distribution for each spread with a probability of at least `least`; the weights of
/// all spreads, including those left out, add up to 1.
pub(super) fn posteriors(fit: &Fit, least: f64) -> Vec<Posterior> {
    let rated = fit.players.len();
    let ratings: Vec<f64> = (fit.players.iter())
        .map(|&player| fit.rating_or_mean(player) / POINTS)
        .collect();
    let covariance = fit.covariance.leading(rated);
    if rated < FEWEST {
        return vec![Posterior {
            weight: 1.0,
            means: ratings,
            factor: covariance.factor(),
            scale: 1.0,
        }];
    }
    let given: Vec<Given> = (0..SPREADS)
        .map(|step| LEAST * 2_f64.powf(f64::from(step) / 2.0) / POINTS)
        .map(|spread| Given::new(spread, &covariance, &ratings))
        .collect();
    let most = given
        .iter()
        .map(|g| g.evidence)
        .fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = given.iter().map(|g| (g.evidence - most).exp()).sum();
    let weighed = given.into_iter().map(|given| {
        let weight = (given.evidence - most).exp() / sum;
        (weight, given)
    });
    weighed
        .filter(|(weight, _)| *weight >= least)
        .map(|(weight, given)| given.posterior(weight, &covariance))
        .collect()
}

/// Intermediate results for one spread.
struct Given {
    spread: f64,
    /// The logarithm of the density of the fitted ratings.
    evidence: f64,
    /// The vector (V + τ²)⁻¹r.
    pulled: Vec<f64>,
    total: Factor,
}

impl Given {
    fn new(spread: f64, covariance: &Matrix, ratings: &[f64]) -> Given {
        let variance = spread * spread;
        let mut total = covariance.clone();
        for player in 0..ratings.len() {
            total.add(player, player, variance);
        }
        let total = total.factor();
        let pulled = total.solve(ratings.to_vec());
        let square: f64 = ratings.iter().zip(&pulled).map(|(r, p)| r * p).sum();
        // Ratings have the mean 0, a direction that has no information about the spread.
        let volume = total.log_determinant() - variance.ln();
        Given {
            spread,
            evidence: -(volume + square) / 2.0,
            pulled,
            total,
        }
    }

    fn posterior(self, weight: f64, covariance: &Matrix) -> Posterior {
        let variance = self.spread * self.spread;
        Posterior {
            weight,
            means: self.pulled.iter().map(|p| variance * p).collect(),
            factor: covariance.times(&self.total.inverse()).factor(),
            scale: self.spread,
        }
    }
}
