//! The frequencies nearest to the observed ones under a linear condition.
//!
//! Of all frequencies p with Σ pφ = 0, those with the greatest likelihood Σ p̂·ln p are
//! p = p̂/(1+θφ), where θ solves Σ p̂φ/(1+θφ) = 0 (Owen 1988, "Empirical Likelihood Ratio Confidence
//! Intervals for a Single Functional").

/// The largest exponent whose exponential and its inverse are ordinary numbers.
const EDGE: f64 = 700.0;

/// Steps after which the place is taken as it is. Newton's steps need some five; halvings, where
/// those lead nowhere, are done after some sixty.
const STEPS: usize = 160;

/// The step of Newton's method after which the next one is lost in rounding, since each step has the
/// order of the last one's square.
const SMALL: f64 = 1e-9;

/// A solution: the observed frequencies, divided by weights.
#[derive(Clone, Debug)]
pub(crate) struct Tilt {
    theta: f64,
    balance: Vec<f64>,
    weights: Vec<f64>,
    frequencies: Vec<f64>,
}

impl Tilt {
    /// The solution for shares p̂ above 0 and the condition φ; none unless some φ are below and some
    /// above 0.
    pub(crate) fn balancing(shares: &[f64], balance: Vec<f64>) -> Option<Tilt> {
        let fold = |pick: fn(f64, f64) -> f64| balance.iter().copied().fold(0.0, pick);
        let range = Range {
            below: -fold(f64::min),
            above: fold(f64::max),
        };
        if !(range.below > 0.0 && range.above > 0.0) {
            return None;
        }
        let place = range.balance(shares, &balance);
        let weights: Vec<f64> = balance
            .iter()
            .map(|phi| range.weight(place, *phi))
            .collect();
        let frequencies = shares.iter().zip(&weights).map(|(p, w)| p / w).collect();
        Some(Tilt {
            theta: place.right / range.below - place.left / range.above,
            balance,
            weights,
            frequencies,
        })
    }

    /// The observed frequencies as they are.
    pub(crate) fn none(shares: &[f64]) -> Tilt {
        Tilt {
            theta: 0.0,
            balance: vec![0.0; shares.len()],
            weights: vec![1.0; shares.len()],
            frequencies: shares.to_vec(),
        }
    }

    /// The frequencies p, up to rounding with the sum 1.
    pub(crate) fn frequencies(&self) -> &[f64] {
        &self.frequencies
    }

    /// ln(p̂/p) of each result.
    pub(crate) fn log_weights(&self) -> impl Iterator<Item = f64> {
        let pairs = self.balance.iter().zip(&self.weights);
        pairs.map(|(phi, weight)| {
            let step = self.theta * phi;
            // Near 1 the digits are in the step, near 0 in the weight.
            if step > -0.5 {
                step.ln_1p()
            } else {
                weight.ln()
            }
        })
    }
}

/// How far φ reaches on both sides of 0; θ lies between −1/above and 1/below.
#[derive(Clone, Copy)]
struct Range {
    below: f64,
    above: f64,
}

/// A place in the interval of θ, as the shares of its way from the left end and to the right one.
/// Roots crowd at the ends, where one count is tiny; there the smaller share keeps all its digits.
#[derive(Clone, Copy)]
struct Place {
    left: f64,
    right: f64,
}

impl Place {
    fn new(logit: f64) -> Place {
        Place {
            left: 1.0 / (1.0 + logit.exp()),
            right: 1.0 / (1.0 + (-logit).exp()),
        }
    }
}

impl Range {
    /// Where Σ p̂φ/(1+θφ) is 0: Newton's method over the logarithm of the odds of the place, from θ = 0,
    /// between bounds that each step narrows. The sum falls from +∞ to −∞ as θ crosses its interval,
    /// so where Newton leaves the bounds or is slow, halving them can't fail.
    fn balance(self, shares: &[f64], balance: &[f64]) -> Place {
        let (mut low, mut high) = (-EDGE, EDGE);
        let mut at = (self.below / self.above).ln().clamp(low, high);
        let mut before = f64::INFINITY;
        for _ in 0..STEPS {
            let place = Place::new(at);
            let (mut sum, mut slope) = (0.0, 0.0);
            for (p, phi) in shares.iter().zip(balance) {
                let pull = phi / self.weight(place, *phi);
                sum += p * pull;
                slope += p * pull * pull;
            }
            if sum > 0.0 {
                low = at;
            } else {
                high = at;
            }
            slope *= place.left * place.right * (1.0 / self.below + 1.0 / self.above);
            let step = sum / slope;
            let inside = low <= at + step && at + step <= high;
            let newton = slope.is_finite() && inside && step.abs() <= before / 2.0;
            let next = if newton {
                at + step
            } else {
                f64::midpoint(low, high)
            };
            before = (next - at).abs();
            at = next;
            if (newton && before <= SMALL) || high - low <= f64::EPSILON * at.abs() {
                break;
            }
        }
        Place::new(at)
    }

    /// 1+θφ, as a sum without a difference of large terms.
    fn weight(self, place: Place, phi: f64) -> f64 {
        place.left * ((self.above - phi) / self.above)
            + place.right * ((self.below + phi) / self.below)
    }
}
