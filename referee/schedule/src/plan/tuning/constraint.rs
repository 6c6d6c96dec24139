//! Constraints between parameters: linear inequalities such as `low + 2 <= high`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The linear inequality `weights · values <= most`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Constraint {
    /// The text as it was written.
    pub text: String,
    /// Factor of each parameter; parameters that aren't listed don't matter.
    pub weights: BTreeMap<String, f64>,
    /// Upper bound of the sum.
    pub most: f64,
}

impl Constraint {
    /// Parses an inequality between sums of numbers, parameters and their multiples; returns an error with
    /// what was expected if the text isn't one or no parameter is left.
    pub fn read(text: &str) -> Result<Constraint, String> {
        let refuse = |why: String| {
            format!(
                "constraint {text:?}: {why}; expected an inequality such as \"low <= high\" or \
                 \"2*a + b <= 10\""
            )
        };
        let (left, right, turned) = match (text.split_once("<="), text.split_once(">=")) {
            (Some((left, right)), None) => (left, right, 1.0),
            (None, Some((left, right))) => (left, right, -1.0),
            _ => return Err(refuse("found no single <= or >=".to_owned())),
        };
        let mut weights = BTreeMap::new();
        let mut sum = 0.0;
        for (side, sign) in [(left, turned), (right, -turned)] {
            for (term, term_sign) in terms(side).map_err(refuse)? {
                match term {
                    Term::Number(number) => sum += sign * term_sign * number,
                    Term::Multiple(number, name) => {
                        *weights.entry(name).or_insert(0.0) += sign * term_sign * number;
                    }
                }
            }
        }
        weights.retain(|_, weight| *weight != 0.0);
        if weights.is_empty() {
            return Err(refuse("no parameter is left of it".to_owned()));
        }
        Ok(Constraint {
            text: text.to_owned(),
            weights,
            most: -sum,
        })
    }

    /// Returns by how much the sum of these values exceeds the upper bound; 0 if it doesn't.
    pub(crate) fn excess(&self, names: &[&str], values: &[f64]) -> f64 {
        let weighed = names.iter().zip(values);
        let sum: f64 = weighed.map(|(name, value)| self.weight(name) * value).sum();
        let excess = sum - self.most;
        // Tolerates rounding errors.
        if excess <= 1e-9 * (1.0 + self.most.abs()) {
            0.0
        } else {
            excess
        }
    }

    pub(crate) fn weight(&self, name: &str) -> f64 {
        self.weights.get(name).copied().unwrap_or(0.0)
    }
}

enum Term {
    Number(f64),
    Multiple(f64, String),
}

/// Returns the terms of a sum, each with its sign.
fn terms(text: &str) -> Result<Vec<(Term, f64)>, String> {
    let mut signed_terms = Vec::new();
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err("one of its sides is empty".to_owned());
    }
    let mut sign = 1.0;
    if let Some(behind) = rest.strip_prefix('-') {
        (sign, rest) = (-1.0, behind);
    }
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        signed_terms.push((term(rest[..end].trim())?, sign));
        let Some(next) = rest[end..].chars().next() else {
            return Ok(signed_terms);
        };
        sign = if next == '-' { -1.0 } else { 1.0 };
        rest = &rest[end + 1..];
    }
}

fn term(text: &str) -> Result<Term, String> {
    let number = |text: &str| {
        let digits = text.chars().all(|c| c.is_ascii_digit() || c == '.');
        text.parse::<f64>().ok().filter(|_| digits)
    };
    let name = |text: &str| {
        let is_name_character = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_name =
            !text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(is_name_character);
        (is_name && !text.is_empty()).then(|| text.to_owned())
    };
    let parts: Vec<&str> = text.split('*').map(str::trim).collect();
    let parsed_term = match parts[..] {
        [one] => number(one)
            .map(Term::Number)
            .or_else(|| Some(Term::Multiple(1.0, name(one)?))),
        [one, other] => match (number(one), number(other)) {
            (Some(factor), None) => name(other).map(|name| Term::Multiple(factor, name)),
            (None, Some(factor)) => name(one).map(|name| Term::Multiple(factor, name)),
            _ => None,
        },
        _ => None,
    };
    parsed_term
        .ok_or_else(|| format!("{text:?} is neither a number, a parameter, nor a multiple of one"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inequalities_are_read() {
        for (text, weights, most) in [
            ("low <= high", vec![("high", -1.0), ("low", 1.0)], 0.0),
            ("low + 2 <= high", vec![("high", -1.0), ("low", 1.0)], -2.0),
            ("2*a + b*0.5 <= 10", vec![("a", 2.0), ("b", 0.5)], 10.0),
            (
                "-a - 1 >= b - c",
                vec![("a", 1.0), ("b", 1.0), ("c", -1.0)],
                -1.0,
            ),
        ] {
            let constraint = Constraint::read(text).expect(text);
            let named = |(name, weight): (&str, f64)| (name.to_owned(), weight);
            assert_eq!(
                constraint.weights,
                weights.into_iter().map(named).collect(),
                "{text}"
            );
            assert!((constraint.most - most).abs() < 1e-12, "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for (text, why) in [
            ("low < high", "no single"),
            ("a <= b <= c", "neither"),
            ("a <=", "empty"),
            ("a <= a", "no parameter"),
            ("1 <= 2", "no parameter"),
            ("a*b <= 1", "neither"),
            ("2a <= 1", "neither"),
            ("a <= 1e3", "neither"),
            ("a + <= 1", "neither"),
        ] {
            let error = Constraint::read(text).map(|_| ()).expect_err(text);
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
