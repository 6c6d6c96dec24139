//! Values that the parameters may have: projection onto them, and rounding to the numbers that are played.

use super::constraint::Constraint;
use super::parameter::Parameter;

/// Largest number of rounds of projections.
const SWEEPS: usize = 500;
/// A projection has converged when no coordinate moves by more than this part of a step.
const STILL: f64 = 1e-10;
/// Largest number of moves that bring rounded numbers back within the constraints.
const MENDS: usize = 200;

/// Bounds and constraints.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    parameters: Vec<Parameter>,
    constraints: Vec<Constraint>,
    /// The start as it is played, in parts, which is always allowed.
    start: Vec<f64>,
}

impl Space {
    /// Creates the space of parameters that were checked; returns an error if the rounded start breaks a
    /// constraint.
    pub(crate) fn new(
        parameters: &[Parameter],
        constraints: &[Constraint],
    ) -> Result<Space, String> {
        let start = |parameter: &Parameter| (parameter.start * parameter.parts()).round();
        let space = Space {
            start: parameters.iter().map(start).collect(),
            parameters: parameters.to_vec(),
            constraints: constraints.to_vec(),
        };
        match space.broken(&space.start) {
            None => Ok(space),
            Some((constraint, _)) => Err(format!(
                "constraint {:?}: the start breaks it; begin where it holds",
                constraint.text
            )),
        }
    }

    /// Returns the allowed point nearest to a point, with distances measured in steps: Dykstra's projection
    /// algorithm, which projects onto the bounds and then onto one constraint after the other.
    pub(crate) fn project(&self, point: &[f64]) -> Vec<f64> {
        let steps: Vec<f64> = self
            .parameters
            .iter()
            .map(|parameter| parameter.step)
            .collect();
        let mut at: Vec<f64> = point.iter().zip(&steps).map(|(x, step)| x / step).collect();
        // Correction of each projection, added back before its next turn.
        let mut taken = vec![vec![0.0; at.len()]; 1 + self.constraints.len()];
        for _ in 0..SWEEPS {
            let before = at.clone();
            for (index, correction) in taken.iter_mut().enumerate() {
                let given: Vec<f64> = at.iter().zip(&*correction).map(|(x, t)| x + t).collect();
                at = match index.checked_sub(1).map(|index| &self.constraints[index]) {
                    None => self.clamped(&given),
                    Some(constraint) => self.behind(constraint, &given),
                };
                *correction = given.iter().zip(&at).map(|(x, y)| x - y).collect();
            }
            let moved = before.iter().zip(&at).map(|(x, y)| (x - y).abs());
            if self.constraints.is_empty() || moved.fold(0.0, f64::max) < STILL {
                break;
            }
        }
        at.iter().zip(&steps).map(|(x, step)| x * step).collect()
    }

    /// Clamps a point, measured in steps, to the bounds.
    fn clamped(&self, point: &[f64]) -> Vec<f64> {
        let coordinates = point.iter().zip(&self.parameters);
        coordinates
            .map(|(x, parameter)| {
                x.clamp(
                    parameter.min / parameter.step,
                    parameter.max / parameter.step,
                )
            })
            .collect()
    }

    /// Returns the nearest point, measured in steps, that satisfies a constraint.
    fn behind(&self, constraint: &Constraint, point: &[f64]) -> Vec<f64> {
        let weight = |parameter: &Parameter| constraint.weight(&parameter.name) * parameter.step;
        let weights: Vec<f64> = self.parameters.iter().map(weight).collect();
        let sum: f64 = weights.iter().zip(point).map(|(w, x)| w * x).sum();
        let square: f64 = weights.iter().map(|w| w * w).sum();
        let over = (sum - constraint.most).max(0.0) / square;
        point
            .iter()
            .zip(&weights)
            .map(|(x, w)| x - over * w)
            .collect()
    }

    /// Returns the numbers that are played for a point, in parts: integers are rounded up if their fraction
    /// is at least 1 − `dither`, other numbers to the nearest; then they are moved as little as necessary to
    /// satisfy all constraints.
    pub(crate) fn rounded(&self, point: &[f64], dither: f64) -> Vec<f64> {
        let round = |(parameter, x): (&Parameter, f64)| {
            let up = if parameter.integer { dither } else { 0.5 };
            let [least, most] = parameter.range();
            (x * parameter.parts() + up).floor().clamp(least, most)
        };
        let projected = self.project(point);
        let rounded = self.parameters.iter().zip(projected).map(round).collect();
        self.mended(rounded).unwrap_or_else(|| self.start.clone())
    }

    /// Converts numbers in parts to values.
    pub(crate) fn values(&self, parts: &[f64]) -> Vec<f64> {
        let coordinates = self.parameters.iter().zip(parts);
        coordinates
            .map(|(parameter, n)| n / parameter.parts())
            .collect()
    }

    /// Returns the constraint that is violated most, and by how much in its own units.
    fn broken(&self, parts: &[f64]) -> Option<(&Constraint, f64)> {
        let names: Vec<&str> = self
            .parameters
            .iter()
            .map(|parameter| &*parameter.name)
            .collect();
        let values = self.values(parts);
        let excess = |constraint| (constraint, Constraint::excess(constraint, &names, &values));
        let all = self.constraints.iter().map(excess);
        all.filter(|(_, excess)| *excess > 0.0)
            .max_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    fn mended(&self, mut parts: Vec<f64>) -> Option<Vec<f64>> {
        for _ in 0..MENDS {
            let Some((constraint, excess)) = self.broken(&parts) else {
                return Some(parts);
            };
            // Prefers the parameter with the smallest sufficient effect of a single part, otherwise the one
            // with the largest effect.
            let mut best: Option<(usize, f64, f64)> = None;
            for (i, parameter) in self.parameters.iter().enumerate() {
                let effect = constraint.weight(&parameter.name) / parameter.parts();
                let next = parts[i] - effect.signum();
                let [least, most] = parameter.range();
                if effect == 0.0 || !(least..=most).contains(&next) {
                    continue;
                }
                let effect = effect.abs();
                let better =
                    best.is_none_or(|(_, _, known)| match (effect >= excess, known >= excess) {
                        (true, true) => effect < known,
                        (suffices, _) => suffices || effect > known && known < excess,
                    });
                if better {
                    best = Some((i, next, effect));
                }
            }
            let (i, next, _) = best?;
            parts[i] = next;
        }
        None
    }
}
