//! What a number of games can tell apart.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use crate::elo::{QUANTILE, SCALE};
use crate::sprt::SprtModel;

use super::{Formula, Play, PlayError, SequentialTest};

/// The strengths between which an answer is sought.
const RANGE: [f64; 2] = [1e-3, 1000.0];

/// Halvings of that range on a logarithmic scale; they leave a millionth of a millionth.
const HALVINGS: usize = 60;

/// What can be told between equals in so many games; in Elo, or normalized Elo, as the model says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DetectableEffect {
    /// The error of a match of so many games: half of its 95 % interval. None where the interval
    /// has no end.
    pub error: Option<f64>,
    /// The smallest difference that a match of so many games tells from 0 with the errors alpha and
    /// beta; none where no difference is large enough.
    pub matched: Option<f64>,
    /// The smallest `elo1` that a sequential test tells from 0 with these errors in so many games on
    /// the average, whichever of both holds; none where there is no such test.
    pub sequential: Option<f64>,
}

impl DetectableEffect {
    /// What can be told in so many games, played in mirrored pairs.
    pub fn new(
        model: SprtModel,
        play: &Play,
        [alpha, beta]: [f64; 2],
        games: f64,
    ) -> Result<DetectableEffect, PlayError> {
        let (_, variance) = play.truth(model, 0.0)?.moments();
        let normal = Normal::standard();
        // A distance of so many standard errors.
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

/// The smallest `elo1` of a test against 0 that takes so many games.
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
    // Where games are few, the largest differences aren't possible at all.
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
