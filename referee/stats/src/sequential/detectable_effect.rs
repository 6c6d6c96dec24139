//! Smallest difference that a number of games can detect.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use crate::elo::{QUANTILE, SCALE};
use crate::sprt_model::SprtModel;

use super::{Formula, Play, PlayError, SequentialTest};

/// Range of strengths in which the answer is searched.
const RANGE: [f64; 2] = [1e-3, 1000.0];

/// Halvings of that range on a logarithmic scale; they leave a relative error of 10^−12.
const HALVINGS: usize = 60;

/// Differences between equal bots that so many games can detect, in Elo or normalized Elo, depending on the
/// model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DetectableEffect {
    /// Error of a match of so many games: half of its 95 % confidence interval. None if the interval has no
    /// end.
    pub error: Option<f64>,
    /// Smallest difference that a match of so many games distinguishes from 0 with the error probabilities
    /// alpha and beta; None if no difference is large enough.
    pub matched: Option<f64>,
    /// Smallest `elo1` that a sequential test distinguishes from 0 with these error probabilities in at most
    /// so many games on average, whichever hypothesis is true; None if there is no such test.
    pub sequential: Option<f64>,
}

impl DetectableEffect {
    /// Computes the detectable differences in `games` games, played in mirrored pairs; returns an error if
    /// `play` is out of range.
    pub fn new(
        model: SprtModel,
        play: &Play,
        [alpha, beta]: [f64; 2],
        games: f64,
    ) -> Result<DetectableEffect, PlayError> {
        let (_, variance) = play.truth(model, 0.0)?.moments();
        let normal = Normal::standard();
        // Converts a distance in standard errors to a strength.
        let strength = |errors: f64| {
            let distance = errors / (games / 2.0).sqrt();
            match model {
                SprtModel::Normalized => Some(distance / 2_f64.sqrt() * SCALE),
                SprtModel::Logistic => {
                    let score = 0.5 + distance * variance.sqrt();
                    (score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
                }
            }
        };
        Ok(DetectableEffect {
            error: strength(QUANTILE),
            matched: strength(normal.inverse_cdf(1.0 - alpha) + normal.inverse_cdf(1.0 - beta)),
            sequential: sequential(model, play, [alpha, beta], games),
        })
    }
}

/// Returns the smallest `elo1` of a test against 0 that takes at most so many games on average.
fn sequential(model: SprtModel, play: &Play, [alpha, beta]: [f64; 2], games: f64) -> Option<f64> {
    let fits = |elo: f64| {
        let test = SequentialTest::new(model, [0.0, elo], alpha, beta).ok()?;
        let takes = |elo| {
            Some(
                test.course(&play.truth(model, elo).ok()?, Formula::Corrected)
                    .games,
            )
        };
        Some(takes(0.0)?.max(takes(elo)?) <= games)
    };
    let [mut low, mut high] = RANGE;
    // If there are few games, the largest differences aren't possible at all.
    while high > low && fits(high).is_none() {
        high /= 1.1;
    }
    if fits(high) != Some(true) || fits(low) != Some(false) {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = (low * high).sqrt();
        if fits(middle)? {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}
