//! Forecasts the length and the result of a test by formulas.

use crate::observed::Observed;

use super::{SequentialTest, Simulation, StrengthModel, simulate};

/// Mean overshoot of a normal random walk beyond a bound, in standard deviations of a step: −ζ(½)/√(2π)
/// (Siegmund 1985, "Sequential Analysis", section 10.4).
const OVERSHOOT: f64 = 0.582_597_157_939_010_7;

/// Relative change of a proportion for numerical derivatives: small, but it leaves enough digits of the
/// result.
const SLIGHT: f64 = 1e-4;

/// A drift below this counts as none.
const LEVEL: f64 = 1e-6;

/// Most doublings of an exponent until it is large enough.
const DOUBLINGS: usize = 60;

/// Most steps of Newton's method; it needs about five.
const STEPS: usize = 100;

/// Tests that take at most this many games on average are simulated: their steps are too large for formulas,
/// and it takes no time.
const SHORT: f64 = 500.0;

/// Number of simulated tests, for an error of about 1 %.
const TESTS: u64 = 4000;

/// Choice of the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Wald's formula: as if the ratio ended exactly on a bound.
    Wald,
    /// Corrects for the overshoot beyond the bound, and for the estimation of the frequencies.
    Corrected,
}

/// Expected result and length of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestForecast {
    /// The probability of accepting `elo1`.
    pub second: f64,
    /// The expected number of games.
    pub games: f64,
}

/// The log-likelihood ratio as a random walk.
pub(super) struct RatioWalk {
    /// Mean step per pair.
    drift: f64,
    /// Variance of the step.
    variance: f64,
    /// The exponent h ≠ 0 with E e^(h·step) = 1; 0 if there is no drift.
    exponent: f64,
    /// Mean difference of the ratio and the walk.
    offset: f64,
}

impl SequentialTest {
    /// Returns the expected result and length if pairs occur with these frequencies.
    ///
    /// The ratio is treated as a random walk whose steps are its derivatives ln(p1/p0) by the counts. With
    /// the bounds a < 0 < b and the exponent h with E e^(h·step) = 1, the upper bound is reached with the
    /// probability P = (1−e^(ha))/(e^(hb)−e^(ha)), after (P·b + (1−P)·a)/drift pairs, or −ab/variance if
    /// there is no drift (Wald 1945).
    ///
    /// The corrected formula moves a and b outwards by 0.583 standard deviations of a step (Siegmund 1985),
    /// and subtracts from both the mean difference of the ratio and the walk: the frequencies are estimated,
    /// so the ratio also has a second-order part, whose mean is half the sum of p·∂²LLR/∂n² (nonlinear
    /// renewal theory: Lai and Siegmund 1977).
    pub fn course(&self, truth: &StrengthModel, formula: Formula) -> TestForecast {
        let walk = self.walk(truth);
        let (beyond, offset) = match formula {
            Formula::Wald => (0.0, 0.0),
            Formula::Corrected => (walk.beyond(), walk.offset),
        };
        let lower = self.bounds.lower - beyond - offset;
        let upper = self.bounds.upper + beyond - offset;
        let (second, pairs) = walk.between(lower, upper);
        TestForecast {
            second,
            games: 2.0 * pairs.max(1.0),
        }
    }

    /// Returns the expected result and length as exactly as can be computed within a moment: by the corrected
    /// formula, or by simulation if the test is short.
    pub fn forecast(&self, truth: &StrengthModel) -> TestForecast {
        let course = self.course(truth, Formula::Corrected);
        if course.games > SHORT {
            return course;
        }
        let simulation = Simulation {
            test: *self,
            truth: truth.clone(),
            parallel: None,
            seed: 0,
        };
        let summary = simulate(&simulation, 0..TESTS);
        TestForecast {
            second: summary.share(),
            games: summary.games(),
        }
    }

    fn walk(&self, truth: &StrengthModel) -> RatioWalk {
        let pairs = truth.pairs();
        let steps = self.steps(pairs);
        let (drift, variance) = Observed::pairs(pairs).moments_of(&steps);
        let second = (0..5).map(|class| {
            let slope = |sign: f64| {
                let mut changed = *pairs;
                changed[class] *= 1.0 + sign * SLIGHT;
                self.steps(&changed)[class]
            };
            (slope(1.0) - slope(-1.0)) / (2.0 * SLIGHT)
        });
        RatioWalk {
            drift,
            variance,
            exponent: exponent(drift, variance, pairs, &steps),
            offset: second.sum::<f64>() / 2.0,
        }
    }

    fn steps(&self, proportions: &[f64; 5]) -> Vec<f64> {
        self.ratio(&Observed::pairs(proportions)).steps
    }
}

impl RatioWalk {
    /// Creates a walk with normal steps.
    pub(super) fn normal(drift: f64, variance: f64) -> RatioWalk {
        RatioWalk {
            drift,
            variance,
            exponent: -2.0 * drift / variance,
            offset: 0.0,
        }
    }

    /// Returns the mean overshoot beyond a bound.
    pub(super) fn beyond(&self) -> f64 {
        OVERSHOOT * self.variance.sqrt()
    }

    /// Returns the probability of ending at the upper bound, and the expected number of steps.
    pub(super) fn between(&self, lower: f64, upper: f64) -> (f64, f64) {
        let h = self.exponent;
        if h.abs() * (upper - lower) < LEVEL {
            return (-lower / (upper - lower), -lower * upper / self.variance);
        }
        // Computes (1−e^(ha))/(e^(hb)−e^(ha)) without the exponential of a large number.
        let second = if h < 0.0 {
            (h * -lower).exp_m1() / (h * (upper - lower)).exp_m1()
        } else {
            (h * lower).exp_m1() / (h * (lower - upper)).exp_m1() * (-h * upper).exp()
        };
        let end = second * upper + (1.0 - second) * lower;
        (second, end / self.drift)
    }
}

/// Finds the h ≠ 0 with E e^(h·step) = 1: Newton's method for ln E e^(h·step), a convex function that is 0 at
/// 0 and at h, from the far side of h.
fn exponent(drift: f64, variance: f64, pairs: &[f64; 5], steps: &[f64]) -> f64 {
    if drift.abs() < LEVEL * variance {
        return 0.0;
    }
    // Returns ln E e^(h·step) and its slope, by E(e^(h·step) − 1): near 0 the sum itself has no digits left.
    let value = |h: f64| {
        let (mut excess, mut slope) = (0.0, 0.0);
        for (p, step) in pairs.iter().zip(steps) {
            excess += p * (h * step).exp_m1();
            slope += p * (h * step).exp() * step;
        }
        (f64::ln_1p(excess), slope / (1.0 + excess))
    };
    let mut h = -2.0 * drift / variance;
    for _ in 0..DOUBLINGS {
        if value(h).0 > 0.0 {
            break;
        }
        h *= 2.0;
    }
    for _ in 0..STEPS {
        let (value, slope) = value(h);
        let change = value / slope;
        h -= change;
        if change.abs() <= 1e-12 * h.abs() {
            break;
        }
    }
    h
}
