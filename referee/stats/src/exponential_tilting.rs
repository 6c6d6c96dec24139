//! Exponential tilting: the frequencies nearest to the observed ones under a linear condition.
//!
//! Of all frequencies p with Σ pφ = 0, those with the greatest likelihood Σ p̂·ln p are p = p̂/(1+θφ), where
//! θ solves Σ p̂φ/(1+θφ) = 0 (Owen 1988, "Empirical Likelihood Ratio Confidence Intervals for a Single
//! Functional").

/// The largest exponent for which the exponential and its inverse are normal floating-point numbers.
const EDGE: f64 = 700.0;

/// Most iterations of the root search. Newton's method needs about five; bisection, if Newton's method fails,
/// about sixty.
const STEPS: usize = 160;

/// Step of Newton's method below which the next one is lost in rounding, since each step has the order of the
/// square of the last one.
const SMALL: f64 = 1e-9;

/// A solution: the observed frequencies divided by weights.
#[derive(Clone, Debug)]
pub(crate) struct Tilt {
    theta: f64,
    balance: Vec<f64>,
    weights: Vec<f64>,
    frequencies: Vec<f64>,
}

impl Tilt {
    /// Solves for positive shares p̂ and the condition φ; returns None unless φ has both positive and
    /// negative values.
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

    /// Returns the observed frequencies unchanged.
    pub(crate) fn none(shares: &[f64]) -> Tilt {
        Tilt {
            theta: 0.0,
            balance: vec![0.0; shares.len()],
            weights: vec![1.0; shares.len()],
            frequencies: shares.to_vec(),
        }
    }

    /// Returns the frequencies p, whose sum is 1 up to rounding.
    pub(crate) fn frequencies(&self) -> &[f64] {
        &self.frequencies
    }

    /// Returns ln(p̂/p) of each result.
    pub(crate) fn log_weights(&self) -> impl Iterator<Item = f64> {
        let pairs = self.balance.iter().zip(&self.weights);
        pairs.map(|(phi, weight)| {
            let step = self.theta * phi;
            // Near 1 the step holds the digits, near 0 the weight.
            if step > -0.5 {
                step.ln_1p()
            } else {
                weight.ln()
            }
        })
    }
}

/// Extent of φ on both sides of 0; θ is between −1/above and 1/below.
#[derive(Clone, Copy)]
struct Range {
    below: f64,
    above: f64,
}

/// A point in the interval of θ, as the shares of the way from the left end and to the right end. Roots are
/// close to the ends if one count is tiny; there the smaller share keeps all its digits.
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
    /// Finds where Σ p̂φ/(1+θφ) is 0: Newton's method over the logit of the point, from θ = 0, between bounds
    /// that each step narrows. The sum falls from +∞ to −∞ as θ crosses its interval, so bisection, which is
    /// used if Newton's method leaves the bounds or is slow, can't fail.
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

    /// Returns 1+θφ, as a sum without a difference of large terms.
    fn weight(self, place: Place, phi: f64) -> f64 {
        place.left * ((self.above - phi) / self.above)
            + place.right * ((self.below + phi) / self.below)
    }
}
