//! Newton's method, which a concave likelihood makes safe once its steps are damped.

use super::linear::{Factor, Matrix};
use super::model::FieldModel;

/// Steps at most; five or ten are usual, and one more for each factor e that a rating is extreme.
const STEPS: usize = 200;
/// Natural units below which a step changes nothing that is printed.
const SMALL: f64 = 1e-12;
/// Natural units that a step moves a parameter at most: more than any step towards a maximum takes. Where
/// weights are so far apart that sums lose the small ones, a step may point anywhere.
const LONG: f64 = 64.0;

/// The parameters at which the likelihood, with the prior if there is one, is greatest.
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
            // Where a step is too short to be seen in the value, it still is in the slope.
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

/// The information with a weight on the sum of the players' parameters, which no result moves; the
/// inverse is right for all that doesn't depend on it.
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
