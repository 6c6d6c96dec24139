//! Models how pairs of mirrored games end between two bots with a known difference in strength.

use rand::Rng;
use statrs::distribution::{ContinuousCDF, Normal};
use thiserror::Error;

use crate::elo::SCALE;
use crate::sprt_model::SprtModel;

/// Number of kinds of starts that represent all starts, each equally frequent.
const STARTS: u8 = 15;

/// Strength beyond which a bot wins every game.
const EDGE: f64 = 20_000.0;

/// Halvings of an interval, after which floating point can't make it narrower.
const HALVINGS: usize = 100;

/// Properties of the games: the influence of starts and draws on the results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Play {
    /// The share of drawn games between equal bots, from 0 to 0.99.
    pub draws: f64,
    /// The standard deviation of the advantage that a start gives to one of the seats, in Elo from 0 to 1000.
    /// Both games of a pair have the same start: what helps one bot in the first game helps the other in the
    /// second.
    pub starts: f64,
}

/// Why such games can't be modelled.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum PlayError {
    /// The share of draws is out of range.
    #[error("the share of draws is {0}; expected a number from 0 to 0.99")]
    Draws(f64),
    /// The advantage of starts is out of range.
    #[error("starts are worth {0} Elo; expected a number from 0 to 1000")]
    Starts(f64),
    /// No difference in strength gives results of the requested strength.
    #[error("no bot is {0} stronger in such games; choose a number nearer to 0")]
    Strength(f64),
}

/// Probabilities of the results of pairs at one difference in strength.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthModel {
    /// Cumulative probabilities, as parts of 2^32, of i half points of the first bot in the first game of a
    /// pair and j in the second, in the order of 3i + j.
    sums: [u64; 9],
    pairs: [f64; 5],
}

impl Play {
    /// Returns the model in which the first bot is `elo` stronger; an error if a value is out of range or no
    /// such bot exists.
    ///
    /// A single game is won with the probability 1/(1+10^((d−x)/400)) and lost with 1/(1+10^((d+x)/400)),
    /// where x is the difference in strength including the start's advantage, and d sets the share of draws
    /// (Rao and Kupper 1967, "Ties in Paired-Comparison Experiments"). x is chosen so that the pairs have the
    /// requested strength in the unit of the model.
    pub fn truth(&self, model: SprtModel, elo: f64) -> Result<StrengthModel, PlayError> {
        if !(0.0..=0.99).contains(&self.draws) {
            return Err(PlayError::Draws(self.draws));
        }
        if !(0.0..=1000.0).contains(&self.starts) {
            return Err(PlayError::Starts(self.starts));
        }
        let starts = self.worths();
        let drawn = |width: f64| {
            let joint = joint(&starts, 0.0, width);
            joint[3] + joint[4] + joint[5] >= self.draws
        };
        let width = if self.draws > 0.0 {
            halve(0.0, EDGE, drawn)
        } else {
            0.0
        };
        let strength = |x: f64| strength(model, &pairs(&joint(&starts, x, width)));
        let x = halve(-EDGE, EDGE, |x| strength(x) >= elo);
        let probabilities = joint(&starts, x, width);
        // Near certainty there are no such strengths, or no digits left to distinguish them.
        if (strength(x) - elo).abs() > 1e-6 * elo.abs().max(1.0) {
            return Err(PlayError::Strength(elo));
        }
        Ok(StrengthModel::new(&probabilities))
    }

    /// Returns the advantage of each kind of start in the first game: quantiles of a normal distribution,
    /// scaled to its standard deviation.
    fn worths(&self) -> Vec<f64> {
        let kinds = f64::from(STARTS);
        let part = |kind: u8| (f64::from(kind) + 0.5) / kinds;
        let normal = Normal::standard();
        let worths: Vec<f64> = (0..STARTS)
            .map(|kind| normal.inverse_cdf(part(kind)))
            .collect();
        let spread = worths.iter().map(|x| x * x).sum::<f64>() / kinds;
        worths
            .iter()
            .map(|x| x * self.starts / spread.sqrt())
            .collect()
    }
}

impl StrengthModel {
    fn new(joint: &[f64; 9]) -> StrengthModel {
        let mut sum = 0.0;
        let sums = joint.map(|p| {
            sum += p;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a share of 2^32"
            )]
            let parts = (sum * 4_294_967_296.0).round() as u64;
            parts
        });
        StrengthModel {
            sums,
            pairs: pairs(joint),
        }
    }

    /// Returns the probabilities of 0, ½, 1, 1½ and 2 points in a pair.
    pub fn pairs(&self) -> &[f64; 5] {
        &self.pairs
    }

    /// Returns the mean score (0 to 1) and the variance of a pair.
    pub fn moments(&self) -> (f64, f64) {
        moments(&self.pairs)
    }

    /// Draws a random pair: the half points of the first bot in its two games.
    pub fn draw(&self, chance: &mut impl Rng) -> [u8; 2] {
        let at = u64::from(chance.next_u32());
        let before = self.sums[..8]
            .iter()
            .map(|&sum| u8::from(sum <= at))
            .sum::<u8>();
        [before / 3, before % 3]
    }
}

/// Returns the probability of each result of two games, if the first bot is x stronger apart from the start.
fn joint(starts: &[f64], x: f64, width: f64) -> [f64; 9] {
    let mut joint = [0.0; 9];
    let kinds = starts.iter().map(|_| 1.0).sum::<f64>();
    for worth in starts {
        let (first, second) = (game(x + worth, width), game(x - worth, width));
        for (i, p) in first.iter().enumerate() {
            for (j, q) in second.iter().enumerate() {
                joint[3 * i + j] += p * q / kinds;
            }
        }
    }
    joint
}

/// Returns the probabilities of a loss, a draw and a win of a game.
fn game(x: f64, width: f64) -> [f64; 3] {
    let expected = |x: f64| 1.0 / (1.0 + 10_f64.powf(-x / 400.0));
    let (won, lost) = (expected(x - width), expected(-x - width));
    [lost, (1.0 - won - lost).max(0.0), won]
}

fn pairs(joint: &[f64; 9]) -> [f64; 5] {
    let mut pairs = [0.0; 5];
    for (at, p) in joint.iter().enumerate() {
        pairs[at / 3 + at % 3] += p;
    }
    pairs
}

fn moments(pairs: &[f64; 5]) -> (f64, f64) {
    let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
    let mean = scores.iter().zip(pairs).map(|(x, p)| x * p).sum::<f64>();
    let square = |(x, p): (&f64, &f64)| p * (x - mean).powi(2);
    (mean, scores.iter().zip(pairs).map(square).sum())
}

/// Returns the strength of such pairs in the unit of a model.
fn strength(model: SprtModel, pairs: &[f64; 5]) -> f64 {
    let (mean, variance) = moments(pairs);
    match model {
        SprtModel::Logistic => 400.0 * (mean / (1.0 - mean)).log10(),
        SprtModel::Normalized => (mean - 0.5) / (2.0 * variance).sqrt() * SCALE,
    }
}

/// Finds by bisection where in an interval a condition begins to hold.
fn halve(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}
