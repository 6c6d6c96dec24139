//! The sequential test between two strengths: the log-likelihood ratio and Wald's bounds.
//!
//! The test is the generalized one (GSPRT): how often each result comes up is unknown beside the
//! strength, so each hypothesis is given the frequencies that suit the results best among all that
//! have its strength (Li, Liu, Ying 2014, "Generalized Sequential Probability Ratio Test for Separate
//! Families of Hypotheses"; for games: Van den Bergh, "Comments on Normalized Elo").

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::counts::{Counts, NoResults, real};
use crate::elo::SCALE;
use crate::tilt::Tilt;

/// Hypotheses lie from −10 000 to 10 000 Elo; nothing that plays is further apart.
pub const MAX_ELO: f64 = 10_000.0;

/// What a count of 0 is taken for, so that no result is impossible.
const NEVER: f64 = 0.001;

/// The relative step at which the moments stand still. The ratio is at a stationary point there, so
/// its own error is of the order of the square.
const STILL: f64 = 1e-12;

/// Steps after which the moments are taken as they are; some tens are the most that was ever seen.
const STEPS: usize = 1000;

/// What the strength of a hypothesis is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo, by the mean score.
    Logistic,
    /// Normalized Elo, by the mean score above ½ in standard deviations.
    Normalized,
}

/// Why there is no test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// Nothing was played.
    #[error(transparent)]
    NoResults(#[from] NoResults),
    /// A hypothesis isn't a number in the range.
    #[error("{0} is {1}; expected a number from -10000 to 10000")]
    Elo(&'static str, f64),
    /// An error probability isn't one.
    #[error("{0} is {1}; expected a probability above 0 and below 1")]
    Probability(&'static str, f64),
    /// Both errors together leave no room between the bounds.
    #[error("alpha {0} and beta {1} add up to 1 or more; make them smaller, such as 0.05")]
    Sum(f64, f64),
}

/// Where the test ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// At or below it, the first hypothesis is accepted.
    pub lower: f64,
    /// At or above it, the second hypothesis is accepted.
    pub upper: f64,
}

/// Wald's bounds ln(β/(1−α)) and ln((1−β)/α) for the probabilities of a wrong answer when the first
/// hypothesis holds (α) and when the second does (β) (Wald 1945, "Sequential Tests of Statistical
/// Hypotheses").
pub fn bounds(alpha: f64, beta: f64) -> Result<Bounds, SprtError> {
    for (name, value) in [("alpha", alpha), ("beta", beta)] {
        if !(value > 0.0 && value < 1.0) {
            return Err(SprtError::Probability(name, value));
        }
    }
    if alpha + beta >= 1.0 {
        return Err(SprtError::Sum(alpha, beta));
    }
    Ok(Bounds {
        lower: beta.ln() - (-alpha).ln_1p(),
        upper: (-beta).ln_1p() - alpha.ln(),
    })
}

/// The log-likelihood ratio of the hypotheses `elo1` to `elo0`: N·Σ p̂·ln(p1/p0), where p0 and p1 are
/// the frequencies of each hypothesis that suit the observed p̂ best.
///
/// A count of 0 is taken for 0.001. Always finite; 0 where the hypotheses are equal.
pub fn llr(model: Model, elo0: f64, elo1: f64, counts: &Counts) -> Result<f64, SprtError> {
    for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
        if !(-MAX_ELO..=MAX_ELO).contains(&elo) {
            return Err(SprtError::Elo(name, elo));
        }
    }
    counts.total()?;
    let observed = Observed::new(counts);
    let tilts = [elo0, elo1].map(|elo| match model {
        Model::Logistic => observed.logistic(elo),
        Model::Normalized => observed.normalized(elo / SCALE * counts.games().sqrt()),
    });
    let [first, second] = tilts.each_ref().map(Tilt::log_weights);
    let ratios = first.zip(second).map(|(first, second)| first - second);
    let terms = observed.counts.iter().zip(ratios);
    Ok(terms.map(|(count, ratio)| count * ratio).sum())
}

/// Counts without zeros, and their shares.
struct Observed {
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
    fn new(counts: &Counts) -> Observed {
        let never = |count: &u64| match count {
            0 => NEVER,
            _ => real(u128::from(*count)),
        };
        let scores = counts.scores().collect();
        let counts: Vec<f64> = counts.classes().iter().map(never).collect();
        let total: f64 = counts.iter().sum();
        let shares = counts.iter().map(|count| count / total).collect();
        Observed {
            scores,
            counts,
            shares,
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
