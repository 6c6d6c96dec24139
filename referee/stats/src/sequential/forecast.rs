//! How long a test takes and how it ends, by formulas.

use crate::observed::Observed;

use super::{SequentialTest, Simulation, StrengthModel, simulate};

/// How far a normal random walk goes beyond a bound on the average, in standard deviations of a step:
/// −ζ(½)/√(2π) (Siegmund 1985, "Sequential Analysis", section 10.4).
const OVERSHOOT: f64 = 0.582_597_157_939_010_7;

/// A relative change of a proportion that is small and leaves enough digits of what follows from it.
const SLIGHT: f64 = 1e-4;

/// A drift that is as good as none.
const LEVEL: f64 = 1e-6;

/// Doublings of an exponent until it is far enough.
const DOUBLINGS: usize = 60;

/// Steps of Newton's method; it needs some five.
const STEPS: usize = 100;

/// Tests that take fewer games than this on the average are simulated: their steps are too large for
/// formulas, and it takes no time.
const SHORT: f64 = 500.0;

/// How many tests are simulated, for an error of about 1 %.
const TESTS: u64 = 4000;

/// Which formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Wald's: as if the ratio ended on a bound.
    Wald,
    /// With what it goes beyond the bound, and what estimating the frequencies adds to it.
    Corrected,
}

/// What is to be expected of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestForecast {
    /// The probability of accepting `elo1`.
    pub second: f64,
    /// The expected number of games.
    pub games: f64,
}

/// The ratio as a random walk.
pub(super) struct RatioWalk {
    /// What a pair adds on the average.
    drift: f64,
    /// The variance of that.
    variance: f64,
    /// The exponent h ≠ 0 with E e^(h·step) = 1; 0 where the drift is.
    exponent: f64,
    /// What the ratio is above the walk on the average.
    offset: f64,
}

impl SequentialTest {
    /// What is to be expected where pairs come up so.
    ///
    /// The ratio is taken for a random walk whose steps are its slopes ln(p1/p0) in the counts. With
    /// the bounds a < 0 < b and the exponent h with E e^(h·step) = 1, the upper one is reached with the
    /// probability P = (1−e^(ha))/(e^(hb)−e^(ha)), after (P·b + (1−P)·a)/drift pairs, or −ab/variance
    /// where there is no drift (Wald 1945).
    ///
    /// The corrected formula puts a and b further out by 0.583 standard deviations of a step
    /// (Siegmund 1985), and takes from both what the ratio is above the walk: the frequencies are
    /// estimated, so it also has a part of second order, whose mean is half the sum of
    /// p·∂²LLR/∂n² (nonlinear renewal theory: Lai and Siegmund 1977).
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

    /// The same as exactly as it can be known within a moment: by the corrected formula, or by
    /// simulation where the test is short.
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
    /// One of normal steps.
    pub(super) fn normal(drift: f64, variance: f64) -> RatioWalk {
        RatioWalk {
            drift,
            variance,
            exponent: -2.0 * drift / variance,
            offset: 0.0,
        }
    }

    /// How far it goes beyond a bound on the average.
    pub(super) fn beyond(&self) -> f64 {
        OVERSHOOT * self.variance.sqrt()
    }

    /// The probability of ending at the upper bound, and the expected number of steps.
    pub(super) fn between(&self, lower: f64, upper: f64) -> (f64, f64) {
        let h = self.exponent;
        if h.abs() * (upper - lower) < LEVEL {
            return (-lower / (upper - lower), -lower * upper / self.variance);
        }
        // (1−e^(ha))/(e^(hb)−e^(ha)), without the exponential of a large number.
        let second = if h < 0.0 {
            (h * -lower).exp_m1() / (h * (upper - lower)).exp_m1()
        } else {
            (h * lower).exp_m1() / (h * (lower - upper)).exp_m1() * (-h * upper).exp()
        };
        let end = second * upper + (1.0 - second) * lower;
        (second, end / self.drift)
    }
}

/// The h ≠ 0 with E e^(h·step) = 1: Newton's method on ln E e^(h·step), a convex function that is 0
/// at 0 and at h, from the far side of h.
fn exponent(drift: f64, variance: f64, pairs: &[f64; 5], steps: &[f64]) -> f64 {
    if drift.abs() < LEVEL * variance {
        return 0.0;
    }
    // ln E e^(h·step) and its slope.
    let value = |h: f64| {
        let (mut total, mut slope) = (0.0, 0.0);
        for (p, step) in pairs.iter().zip(steps) {
            let part = p * (h * step).exp();
            total += part;
            slope += part * step;
        }
        (f64::ln(total), slope / total)
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
