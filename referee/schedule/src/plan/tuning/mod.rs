//! Settings of a tuning: parameters, constraints, gain sequences.

mod constraint;
mod gains;
mod parameter;
pub(crate) mod space;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

pub use constraint::Constraint;
pub use gains::Gains;
pub use parameter::Parameter;

/// Largest number of iterations.
const ITERATIONS: u32 = 1_000_000;
/// Largest number of pairs in an iteration.
const PAIRS: u32 = 100_000;

/// Settings of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// The tuned parameters.
    pub parameters: Vec<Parameter>,
    /// Constraints between the parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Constraint>,
    /// Number of iterations, from 1 to 1,000,000.
    pub iterations: u32,
    /// Mirrored pairs in an iteration, from 1 to 100,000.
    pub pairs: u32,
    /// The gain sequences: perturbation width and step size.
    pub gains: Gains,
}

impl Tuning {
    /// Checks the settings; returns the key of an invalid value in the tuning's table and the reason as an
    /// error.
    pub fn check(&self) -> Result<(), (String, String)> {
        for (key, value, most) in [
            ("iterations", self.iterations, ITERATIONS),
            ("pairs", self.pairs, PAIRS),
        ] {
            if !(1..=most).contains(&value) {
                let why = format!("{key} = {value}: expected a whole number from 1 to {most}");
                return Err((key.to_owned(), why));
            }
        }
        if self.parameters.is_empty() {
            let why = "parameters: found none, expected at least one, such as { name = \"depth\", \
                       start = 3, min = 1, max = 9 }";
            return Err(("parameters".to_owned(), why.to_owned()));
        }
        let mut names = HashSet::new();
        for (index, tuned) in self.parameters.iter().enumerate() {
            let place = |key: &str| format!("parameters.{index}.{key}");
            tuned
                .check()
                .map_err(|(key, why)| (place(key), format!("parameter {}: {why}", tuned.name)))?;
            if !names.insert(&*tuned.name) {
                return Err((
                    place("name"),
                    format!("two parameters are named {}", tuned.name),
                ));
            }
        }
        for (index, constraint) in self.constraints.iter().enumerate() {
            if let Some(name) = constraint
                .weights
                .keys()
                .find(|name| !names.contains(&***name))
            {
                let why = format!(
                    "constraint {:?}: no parameter is named {name}",
                    constraint.text
                );
                return Err((format!("constraints.{index}"), why));
            }
        }
        self.gains
            .check()
            .map_err(|(key, why)| (key.to_owned(), why))?;
        space::Space::new(&self.parameters, &self.constraints)
            .map(|_| ())
            .map_err(|why| ("constraints".to_owned(), why))
    }

    /// Returns the number of games in an iteration.
    pub fn games_each(&self) -> u64 {
        2 * u64::from(self.pairs)
    }

    /// Returns the number of games in all iterations.
    pub fn games(&self) -> u64 {
        self.games_each() * u64::from(self.iterations)
    }
}
