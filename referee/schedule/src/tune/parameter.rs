//! A parameter: where it starts, its bounds, and the numbers that are played of it.

use serde::{Deserialize, Serialize};

/// Of the step at the end, this part can still be told apart in what is played.
const PARTS: f64 = 1000.0;
/// The most decimals of a number that is played.
const DECIMALS: u32 = 12;
/// A range has at most so many steps, so that its numbers are exact.
const STEPS: f64 = 1e6;

/// A parameter of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name, as it stands in `{name}`.
    pub name: String,
    /// Whether only whole numbers are played.
    pub integer: bool,
    /// Where it starts.
    pub start: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// How far the two sides are from the middle at the end.
    pub step: f64,
}

impl Parameter {
    /// What is wrong with it, and with which key, if anything is.
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

    /// A value as it is played: the nearest number that can be, apart from all constraints.
    pub fn played(&self, value: f64) -> String {
        let [least, most] = self.range();
        self.shown((value * self.parts()).round().clamp(least, most))
    }

    /// A value for people: a tenth of the step can be told.
    pub fn format_value(&self, value: f64) -> String {
        let fine = |d: &u32| self.step * tens(*d) >= 10.0;
        let decimals = (0..DECIMALS).find(fine).unwrap_or(DECIMALS);
        format!("{value:.*}", decimals as usize)
    }

    /// The step of somebody who doesn't say it.
    pub fn usual_step(min: f64, max: f64, integer: bool) -> f64 {
        let step = (max - min) / 20.0;
        if integer { step.max(1.0) } else { step }
    }

    /// Decimals of what is played.
    fn decimals(&self) -> u32 {
        if self.integer {
            return 0;
        }
        let fine = |d: &u32| self.step * tens(*d) >= PARTS;
        (0..DECIMALS).find(fine).unwrap_or(DECIMALS)
    }

    /// How many numbers that can be played there are from one whole number to the next.
    pub(super) fn parts(&self) -> f64 {
        tens(self.decimals())
    }

    /// The number nearest to a value that is kept between iterations: so machines whose last digits
    /// differ agree.
    pub(super) fn snapped(&self, value: f64) -> f64 {
        let fine = self.parts() * PARTS;
        (value * fine).round() / fine
    }

    /// The least and the greatest number that can be played, in parts.
    pub(super) fn range(&self) -> [f64; 2] {
        let parts = self.parts();
        let close = 1e-9;
        [
            (self.min * parts - close).ceil(),
            (self.max * parts + close).floor(),
        ]
    }

    /// A number in parts as it is played.
    pub(super) fn shown(&self, parts: f64) -> String {
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

/// A power of ten, exactly.
fn tens(exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * 10.0)
}
