//! The frequencies nearest to the observed ones under a linear condition.
//!
//! Of all frequencies p with Σ pφ = 0, those with the greatest likelihood Σ p̂·ln p are
//! p = p̂/(1+θφ), where θ solves Σ p̂φ/(1+θφ) = 0 (Owen 1988, "Empirical Likelihood Ratio Confidence
//! Intervals for a Single Functional").

/// The largest exponent whose exponential and its inverse are ordinary numbers.
const EDGE: f64 = 700.0;

/// Halvings of the bracket; it is as narrow as floating point allows after some sixty.
const HALVINGS: usize = 80;

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
        // The sum falls from +∞ to −∞ as θ crosses its interval, so halving can't fail.
        let sum = |place: Place| -> f64 {
            let terms = shares.iter().zip(&balance);
            terms
                .map(|(p, phi)| p * phi / range.weight(place, *phi))
                .sum()
        };
        let (mut low, mut high) = (-EDGE, EDGE);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if sum(Place::new(middle)) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let place = Place::new(f64::midpoint(low, high));
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
    /// 1+θφ, as a sum without a difference of large terms.
    fn weight(self, place: Place, phi: f64) -> f64 {
        place.left * ((self.above - phi) / self.above)
            + place.right * ((self.below + phi) / self.below)
    }
}
