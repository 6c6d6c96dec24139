//! The gains of SPSA: how wide an iteration looks, and how far it goes.
//!
//! Spall's sequences, a/(A+k+1)^alpha and c/(k+1)^gamma, scaled by what they are at the end, as the
//! testers of chess engines have it: there everything is known from the final steps.

use serde::{Deserialize, Serialize};

/// The rate of somebody who doesn't say it, times the iterations: a side that won all games all the
/// time would carry a parameter about so many steps.
const REACH: f64 = 100.0;
/// A, in iterations of the whole.
const STABILITY: f64 = 0.1;
/// Spall's practical exponents.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// Gains are rounded to parts of this, so that machines whose powers differ in the last digit agree.
const PARTS: f64 = 1e9;

/// How gains fall.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gains {
    /// a at the end, over the square of c at the end.
    pub rate: f64,
    /// A: iterations by which the fall of a is late.
    pub stability: f64,
    /// The exponent of a.
    pub alpha: f64,
    /// The exponent of c.
    pub gamma: f64,
}

/// The gains of an iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gain {
    /// c, in steps.
    pub(super) width: f64,
    /// Which part of the way from the middle to the better side is gone where that won all games.
    pub(super) pull: f64,
}

impl Gains {
    /// Those of somebody who doesn't say them.
    pub fn usual(iterations: u32) -> Gains {
        let n = f64::from(iterations.max(1));
        Gains {
            rate: REACH / n,
            stability: (STABILITY * n).round(),
            alpha: ALPHA,
            gamma: GAMMA,
        }
    }

    /// What is wrong with them, and with which key, if anything is.
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

    /// The gains of an iteration, counted from 0, of so many.
    pub(super) fn of(&self, iteration: u64, iterations: u32) -> Gain {
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
