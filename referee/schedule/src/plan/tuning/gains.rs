//! The gains of SPSA: the perturbation width of an iteration, and the step size.
//!
//! Spall's sequences, a/(A+k+1)^alpha and c/(k+1)^gamma, are scaled by their values in the last iteration, as
//! testers of chess engines do: all gains follow from the final steps.

use serde::{Deserialize, Serialize};

/// Default rate times the number of iterations: a side that always won all games would move a parameter by
/// about that many steps.
const REACH: f64 = 100.0;
/// Default A, as a part of all iterations.
const STABILITY: f64 = 0.1;
/// The exponents that Spall recommends in practice.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// Gains are rounded to multiples of 1/`PARTS`, so that machines whose power function differs in the last
/// digit agree.
const PARTS: f64 = 1e9;

/// Parameters of the decreasing gain sequences.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gains {
    /// a over the square of c, both in the last iteration; above 0, at most 1e6.
    pub rate: f64,
    /// A, in iterations, which delays the decrease of a; from 0 to 1e9.
    pub stability: f64,
    /// Exponent of a; above 0, at most 1.
    pub alpha: f64,
    /// Exponent of c; from 0 to 0.5.
    pub gamma: f64,
}

/// The gains of an iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gain {
    /// c, in steps.
    pub(crate) width: f64,
    /// The part of the way from the middle to the better side by which the middle moves if that side won all
    /// games.
    pub(crate) pull: f64,
}

impl Gains {
    /// Returns the default gains for a number of iterations.
    pub fn usual(iterations: u32) -> Gains {
        let n = f64::from(iterations.max(1));
        Gains {
            rate: REACH / n,
            stability: (STABILITY * n).round(),
            alpha: ALPHA,
            gamma: GAMMA,
        }
    }

    /// Checks the ranges; returns the key of an invalid value and the reason as an error.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        let Gains {
            rate,
            stability,
            alpha,
            gamma,
        } = self;
        for (key, value, fits, expected) in [
            (
                "rate",
                rate,
                *rate > 0.0 && *rate <= 1e6,
                "a number above 0, such as 0.25",
            ),
            (
                "A",
                stability,
                (0.0..=1e9).contains(stability),
                "a number of iterations from 0, such as a tenth of them",
            ),
            (
                "alpha",
                alpha,
                *alpha > 0.0 && *alpha <= 1.0,
                "a number above 0 and at most 1, such as 0.602",
            ),
            (
                "gamma",
                gamma,
                (0.0..=0.5).contains(gamma),
                "a number from 0 to 0.5, such as 0.101",
            ),
        ] {
            if !fits {
                return Err((key, format!("{key} = {value}: expected {expected}")));
            }
        }
        Ok(())
    }

    /// Returns the gains of an iteration, counted from 0, out of `iterations`.
    pub(crate) fn of(&self, iteration: u64, iterations: u32) -> Gain {
        let n = f64::from(iterations);
        let k = real(iteration) + 1.0;
        let width = rounded((n / k).powf(self.gamma));
        let fall = ((self.stability + n) / (self.stability + k)).powf(self.alpha);
        Gain {
            width,
            pull: rounded(self.rate * fall / (width * width)),
        }
    }
}

fn rounded(gain: f64) -> f64 {
    (gain * PARTS).round() / PARTS
}

#[expect(clippy::cast_precision_loss, reason = "iterations are few")]
fn real(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_end_they_are_what_was_asked_for() {
        let gains = Gains::usual(400);
        let last = gains.of(399, 400);
        assert!((last.width - 1.0).abs() < 1e-9 && (last.pull - gains.rate).abs() < 1e-9);
        let first = gains.of(0, 400);
        assert!((first.width - 400_f64.powf(0.101)).abs() < 1e-8);
        let fall = (440.0_f64 / 41.0).powf(0.602);
        assert!((first.pull - 0.25 * fall / first.width.powi(2)).abs() < 1e-8);
    }
}
