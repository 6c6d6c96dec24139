//! Fits the hypotheses of a test to the results: the frequencies with the strength of a hypothesis that fit
//! the observed ones best, and the likelihood ratio between two hypotheses.

use crate::counts::{ResultCounts, real};
use crate::elo::SCALE;
use crate::exponential_tilting::Tilt;
use crate::sprt_model::SprtModel;

/// Value used for a count of 0, so that no result is impossible.
const NEVER: f64 = 0.001;

/// Relative step at which the moments have converged. The ratio is at a stationary point there, so its own
/// error is of the order of the square.
const STILL: f64 = 1e-12;

/// Most iterations for the moments; a few tens are the most that was ever seen.
const STEPS: usize = 1000;

/// A log-likelihood ratio, and by how much one more of each result would change it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ratio {
    /// The ratio N·Σ p̂·ln(p1/p0).
    pub(crate) llr: f64,
    /// ln(p1/p0) of each result: the derivative of the ratio by its count.
    pub(crate) steps: Vec<f64>,
}

/// Counts without zeros, and their shares.
pub(crate) struct Observed {
    /// Number of games in one result.
    games: f64,
    scores: Vec<f64>,
    counts: Vec<f64>,
    shares: Vec<f64>,
}

/// The mean score and the standard deviation of a distribution.
#[derive(Clone, Copy)]
struct Moments {
    mean: f64,
    deviation: f64,
}

impl Observed {
    pub(crate) fn new(counts: &ResultCounts) -> Observed {
        let never = |count: &u64| match count {
            0 => NEVER,
            _ => real(u128::from(*count)),
        };
        let scores = counts.scores().collect();
        let classes = counts.classes().iter().map(never).collect();
        Observed::of(counts.games(), scores, classes)
    }

    /// Creates pairs with these proportions, all above 0.
    pub(crate) fn pairs(proportions: &[f64; 5]) -> Observed {
        let scores = ResultCounts::Pairs([0; 5]).scores().collect();
        Observed::of(2.0, scores, proportions.to_vec())
    }

    fn of(games: f64, scores: Vec<f64>, counts: Vec<f64>) -> Observed {
        let total: f64 = counts.iter().sum();
        let shares = counts.iter().map(|count| count / total).collect();
        Observed {
            games,
            scores,
            counts,
            shares,
        }
    }

    /// Returns the number of results.
    pub(crate) fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Returns the mean and the variance of a value that each kind of result has.
    pub(crate) fn moments_of(&self, values: &[f64]) -> (f64, f64) {
        let weighted = || self.shares.iter().zip(values);
        let mean = weighted().map(|(p, value)| p * value).sum::<f64>();
        let variance = weighted()
            .map(|(p, value)| p * (value - mean).powi(2))
            .sum();
        (mean, variance)
    }

    /// Returns the log-likelihood ratio of `elo1` to `elo0`.
    pub(crate) fn ratio(&self, model: SprtModel, elo0: f64, elo1: f64) -> Ratio {
        let [first, second] = [elo0, elo1].map(|elo| self.best(model, elo));
        let steps = first.log_weights().zip(second.log_weights());
        let steps: Vec<f64> = steps.map(|(first, second)| first - second).collect();
        let terms = self.counts.iter().zip(&steps);
        Ratio {
            llr: terms.map(|(count, step)| count * step).sum(),
            steps,
        }
    }

    /// Returns the frequencies with this strength that fit best.
    pub(crate) fn best(&self, model: SprtModel, elo: f64) -> Tilt {
        match model {
            SprtModel::Logistic => self.logistic(elo),
            SprtModel::Normalized => self.normalized(elo / SCALE * self.games.sqrt()),
        }
    }

    /// Returns the best-fitting frequencies with the mean score s = 1/(1+10^(−elo/400)): φ = x − s.
    fn logistic(&self, elo: f64) -> Tilt {
        // Computes 1 − s by its own formula, since the difference loses its digits if s is close to 1.
        let mean = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let rest = 1.0 / (1.0 + 10_f64.powf(elo / 400.0));
        let balance = self.scores.iter().map(|x| x * rest - (1.0 - x) * mean);
        Tilt::balancing(&self.shares, balance.collect()).unwrap_or_else(|| self.untilted())
    }

    /// Returns the best-fitting frequencies whose mean is t standard deviations above ½, by iteration: the
    /// condition, linearized at the moments μ and σ of the last step, is balanced by φ = x − ½ − (tσ/2)(1 +
    /// ((x−μ)/σ)²) (Van den Bergh, section 4.1). The first step starts from equal frequencies.
    fn normalized(&self, t: f64) -> Tilt {
        let equal = vec![1.0; self.scores.len()];
        let mut moments = self.moments(&equal);
        let mut last = None;
        for _ in 0..STEPS {
            let Some(tilt) = self.linear(t, moments) else {
                // No frequencies fulfil the linear condition, because t is large: continue from moments
                // closer to those of a certain win or loss, which fulfil any.
                let certain = if t > 0.0 { 1.0 } else { 0.0 };
                moments.mean = f64::midpoint(moments.mean, certain);
                moments.deviation /= 2.0;
                continue;
            };
            let next = self.moments(tilt.frequencies());
            let step = (next.mean - moments.mean)
                .abs()
                .max((next.deviation - moments.deviation).abs());
            moments = next;
            last = Some(tilt);
            if step <= STILL * moments.deviation {
                break;
            }
        }
        last.unwrap_or_else(|| self.untilted())
    }

    fn linear(&self, t: f64, at: Moments) -> Option<Tilt> {
        let balance = self.scores.iter().map(|x| {
            let distance = (x - at.mean) / at.deviation;
            x - 0.5 - t * at.deviation / 2.0 * (1.0 + distance.powi(2))
        });
        Tilt::balancing(&self.shares, balance.collect())
    }

    /// Returns the observed frequencies, which fit themselves best. They are the fallback if no frequencies
    /// fulfil a condition, which the range of hypotheses rules out.
    fn untilted(&self) -> Tilt {
        Tilt::none(&self.shares)
    }

    fn moments(&self, frequencies: &[f64]) -> Moments {
        let total: f64 = frequencies.iter().sum();
        let mean = |value: &dyn Fn(f64) -> f64| {
            let weighted = frequencies.iter().zip(&self.scores);
            weighted.map(|(p, x)| p * value(*x)).sum::<f64>() / total
        };
        let centre = mean(&|x| x);
        Moments {
            mean: centre,
            deviation: mean(&|x| (x - centre).powi(2)).sqrt(),
        }
    }
}
