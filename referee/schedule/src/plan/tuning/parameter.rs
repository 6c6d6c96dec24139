//! A parameter: its start, its bounds, and the numbers that can be played.

use serde::{Deserialize, Serialize};

/// The numbers that are played are at least as fine as the step divided by this.
const PARTS: f64 = 1000.0;
/// Most decimals of a number that is played.
const DECIMALS: u32 = 12;
/// Most steps in the range of a parameter that isn't an integer, so that its numbers are exact.
const STEPS: f64 = 1e6;

/// A parameter of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Name of the parameter, which replaces `{name}`.
    pub name: String,
    /// True if only whole numbers are played.
    pub integer: bool,
    /// Value at the start.
    pub start: f64,
    /// Lower bound.
    pub min: f64,
    /// Upper bound.
    pub max: f64,
    /// Distance of the two sides from the middle in the last iteration.
    pub step: f64,
}

impl Parameter {
    /// Checks the parameter; returns the key of an invalid value and the reason as an error.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        let Parameter {
            name,
            integer,
            start,
            min,
            max,
            step,
        } = self;
        let is_name_character = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !begins || !name.chars().all(is_name_character) {
            let why =
                format!("name = {name:?}: expected letters, digits and _, such as king_safety");
            return Err(("name", why));
        }
        for (key, value) in [("start", start), ("min", min), ("max", max), ("step", step)] {
            if !value.is_finite() || value.abs() > 1e15 {
                return Err((
                    key,
                    format!("{key} = {value}: expected a number up to 1e15"),
                ));
            }
            if *integer && key != "step" && value.fract() != 0.0 {
                let why = format!("{key} = {value}: expected a whole number, since {name} is one");
                return Err((key, why));
            }
        }
        if min >= max {
            return Err((
                "max",
                format!("min = {min}, max = {max}: expected max above min"),
            ));
        }
        if !(min..=max).contains(&start) {
            let why = format!("start = {start}: expected a number from {min} to {max}");
            return Err(("start", why));
        }
        let least = if *integer { 0.5 } else { (max - min) / STEPS };
        if *step < least || *step > (max - min) / 2.0 {
            let most = (max - min) / 2.0;
            let why = format!(
                "step = {step}: expected a number from {least} to {most}, half of the range; good is \
                 what makes a difference that some hundred games show"
            );
            return Err(("step", why));
        }
        Ok(())
    }

    /// Formats a value as it is played: the nearest number within the bounds, without regard to constraints.
    pub fn played(&self, value: f64) -> String {
        let [least, most] = self.range();
        self.shown((value * self.parts()).round().clamp(least, most))
    }

    /// Formats a value for display, so that a tenth of the step is visible.
    pub fn format_value(&self, value: f64) -> String {
        let fine = |d: &u32| self.step * tens(*d) >= 10.0;
        let decimals = (0..DECIMALS).find(fine).unwrap_or(DECIMALS);
        format!("{value:.*}", decimals as usize)
    }

    /// Returns the default step: a twentieth of the range, for integers at least 1.
    pub fn usual_step(min: f64, max: f64, integer: bool) -> f64 {
        let step = (max - min) / 20.0;
        if integer { step.max(1.0) } else { step }
    }

    /// Returns the number of decimals of the numbers that are played.
    fn decimals(&self) -> u32 {
        if self.integer {
            return 0;
        }
        let fine = |d: &u32| self.step * tens(*d) >= PARTS;
        (0..DECIMALS).find(fine).unwrap_or(DECIMALS)
    }

    /// Returns how many numbers can be played per unit (one unit has that many parts).
    pub(crate) fn parts(&self) -> f64 {
        tens(self.decimals())
    }

    /// Rounds a value that is kept between iterations, so that machines whose last digits differ agree.
    pub(crate) fn snapped(&self, value: f64) -> f64 {
        let fine = self.parts() * PARTS;
        (value * fine).round() / fine
    }

    /// Returns the least and the greatest number that can be played, in parts.
    pub(crate) fn range(&self) -> [f64; 2] {
        let parts = self.parts();
        let close = 1e-9;
        [
            (self.min * parts - close).ceil(),
            (self.max * parts + close).floor(),
        ]
    }

    /// Formats a number in parts as it is played.
    pub(crate) fn shown(&self, parts: f64) -> String {
        let text = format!("{:.*}", self.decimals() as usize, parts / self.parts());
        let text = if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.')
        } else {
            &text
        };
        if text == "-0" {
            "0".to_owned()
        } else {
            text.to_owned()
        }
    }
}

/// Returns a power of ten, exactly.
fn tens(exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * 10.0)
}
