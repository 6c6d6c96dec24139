//! Newton's method with damped steps, which is safe for a concave likelihood.

use super::linear::{Factor, Matrix};
use super::model::FieldModel;

/// Most steps; five or ten are usual, and one more for each factor e by which a rating is extreme.
const STEPS: usize = 200;
/// Steps below this, in natural units, change nothing that is printed.
const SMALL: f64 = 1e-12;
/// Longest move of a parameter in one step, in natural units: more than any step towards a maximum takes. If
/// weights are so far apart that sums lose the small ones, a step may point anywhere.
const LONG: f64 = 64.0;

/// Returns the parameters that maximize the likelihood, with the prior if there is one.
pub(super) fn maximum(field: &FieldModel, prior: bool) -> Vec<f64> {
    let mut parameters = vec![0.0; field.size()];
    let mut here = field.sum(&parameters, prior);
    for _ in 0..STEPS {
        let mut step = stiff(field, &here.information, prior).solve(here.slope.clone());
        let longest = step.iter().fold(0.0, |most, s| f64::max(most, s.abs()));
        if longest > LONG {
            for s in &mut step {
                *s *= LONG / longest;
            }
        }
        let rise = dot(&here.slope, &step);
        if !longest.is_finite() || rise <= 0.0 {
            break;
        }
        let mut part = 1.0;
        loop {
            let moved: Vec<f64> = (parameters.iter().zip(&step))
                .map(|(x, s)| x + part * s)
                .collect();
            let there = field.sum(&moved, prior);
            // A step that is too short to show in the value still shows in the slope.
            let levelled = dot(&there.slope, &step).abs() <= rise / 2.0;
            if there.value >= here.value || levelled || part < 1e-9 {
                (parameters, here) = (moved, there);
                break;
            }
            part /= 2.0;
        }
        if longest < SMALL {
            break;
        }
    }
    parameters
}

/// Factors the information matrix with a weight on the sum of the players' parameters, which no result
/// determines; the inverse is right for everything that doesn't depend on that sum.
pub(super) fn stiff(field: &FieldModel, information: &Matrix, prior: bool) -> Factor {
    let mut matrix = information.clone();
    if !prior {
        let players = field.players.len();
        let weight = information.scale() / super::size(players.max(1));
        for row in 0..players {
            for column in 0..players {
                matrix.add(row, column, weight);
            }
        }
    }
    matrix.factor()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
