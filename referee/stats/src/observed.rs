//! What each hypothesis of a test makes of the results: the frequencies of its strength that suit the
//! observed ones best, and how much likelier the results are under one than under the other.

use crate::counts::{ResultCounts, real};
use crate::elo::SCALE;
use crate::exponential_tilting::Tilt;
use crate::sprt::SprtModel;

/// What a count of 0 is taken for, so that no result is impossible.
const NEVER: f64 = 0.001;

/// The relative step at which the moments stand still. The ratio is at a stationary point there, so
/// its own error is of the order of the square.
const STILL: f64 = 1e-12;

/// Steps after which the moments are taken as they are; some tens are the most that was ever seen.
const STEPS: usize = 1000;

/// A log-likelihood ratio, and what one more of each result would add to it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ratio {
    /// N·Σ p̂·ln(p1/p0).
    pub(crate) llr: f64,
    /// ln(p1/p0) of each result: the slope of the ratio in its count.
    pub(crate) steps: Vec<f64>,
}

/// Counts without zeros, and their shares.
pub(crate) struct Observed {
    /// The games that are one result.
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

    /// Pairs that come up in these proportions, all above 0.
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

    /// How many results there are.
    pub(crate) fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The mean and the variance of a value that each result has.
    pub(crate) fn moments_of(&self, values: &[f64]) -> (f64, f64) {
        let weighted = || self.shares.iter().zip(values);
        let mean = weighted().map(|(p, value)| p * value).sum::<f64>();
        let variance = weighted()
            .map(|(p, value)| p * (value - mean).powi(2))
            .sum();
        (mean, variance)
    }

    /// The ratio of `elo1` to `elo0`.
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

    /// The best frequencies of a strength.
    pub(crate) fn best(&self, model: SprtModel, elo: f64) -> Tilt {
        match model {
            SprtModel::Logistic => self.logistic(elo),
            SprtModel::Normalized => self.normalized(elo / SCALE * self.games.sqrt()),
        }
    }

    /// The best frequencies with the mean score s = 1/(1+10^(−elo/400)): φ = x − s.
    fn logistic(&self, elo: f64) -> Tilt {
        // 1 − s has a formula of its own, since it is lost beside 1 where s is large.
        let mean = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let rest = 1.0 / (1.0 + 10_f64.powf(elo / 400.0));
        let balance = self.scores.iter().map(|x| x * rest - (1.0 - x) * mean);
        Tilt::balancing(&self.shares, balance.collect()).unwrap_or_else(|| self.untilted())
    }

    /// The best frequencies whose mean lies t standard deviations above ½, by iteration: the
    /// condition, made linear at the moments μ and σ of the last step, is balanced by
    /// φ = x − ½ − (tσ/2)(1 + ((x−μ)/σ)²) (Van den Bergh, section 4.1). The first step starts from
    /// equal frequencies.
    fn normalized(&self, t: f64) -> Tilt {
        let equal = vec![1.0; self.scores.len()];
        let mut moments = self.moments(&equal);
        let mut last = None;
        for _ in 0..STEPS {
            let Some(tilt) = self.linear(t, moments) else {
                // No frequencies at all fulfil the linear condition, because t is large: start from
                // moments nearer to those of a certain win or loss, which fulfil any.
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

    /// The observed frequencies, which suit themselves best. They stand in where no frequencies
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
