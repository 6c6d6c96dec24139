//! How sure the parameters are: their covariance at the maximum.
//!
//! With the information H of all that was counted, the model's own covariance is H⁻¹. Where a unit was
//! seen c times, of which d were distinct, each of the d has the weight c/d in the estimate, so the
//! covariance is H⁻¹ (Σ c²/d · Hᵤ) H⁻¹: the same as if each had been seen once where all repeat alike.
//!
//! The robust covariance is the sandwich over units (P. J. Huber, The behavior of maximum likelihood
//! estimates under nonstandard conditions, 1967; K.-Y. Liang and S. L. Zeger, Longitudinal data
//! analysis using generalized linear models, 1986): the outer product of a unit's slope sᵤ stands in
//! for Hᵤ. A fit draws each residual towards 0, by Hᵤ V Hᵤ in the mean where the model is true (the
//! leverage; compare R. M. Bell and D. F. `McCaffrey`, Bias reduction in standard errors for linear
//! regression with multi-stage samples, 2002), so that is given back: Σ c²/d · (sᵤsᵤᵀ + Hᵤ V Hᵤ).
//! V is the mean of the model's covariance and of the sandwich that it leads to: where games depend
//! on each other or are drawn, the truth is nearer to the latter. A unit that alone decides something
//! has no residual at all, and so gets the model's error.

use super::exist::Existence;
use super::linear::Matrix;
use super::model::{Field, Local, Packed, Prior};
use super::newton::stiff;
use super::{Errors, size};

/// The covariance of the parameters in natural units, that of the players around their mean.
pub(super) fn covariance(
    field: &Field,
    existence: &Existence,
    parameters: &[f64],
    errors: Errors,
) -> Matrix {
    let prior = !existence.is_finite();
    let total = field.sum(parameters, prior).information;
    let inverse = stiff(field, &total, prior).inverse();
    let model = if field.units.iter().all(|unit| unit.repeats() <= 1.0) {
        inverse.clone()
    } else {
        let expected = meat(field, parameters, prior, |_, local| {
            local.information.clone()
        });
        between(&inverse, &expected)
    };
    let covariance = match errors {
        Errors::Information => model,
        Errors::Robust => {
            let sandwich = |leverage: &Matrix| {
                let observed = meat(field, parameters, prior, |unit, local| {
                    if existence.is_open(unit) {
                        observed(unit, local, leverage)
                    } else {
                        // One side is infinitely better: that it won doesn't say how much it varies.
                        local.information.clone()
                    }
                });
                between(&inverse, &observed)
            };
            let first = sandwich(&model);
            sandwich(&model.mean(&first))
        }
    };
    around_mean(&covariance, field.players.len())
}

/// What a unit's results varied by, and what the fit took of that.
fn observed(unit: &Packed, local: &Local, covariance: &Matrix) -> Matrix {
    let own = &unit.parameters;
    let mut leverage = Matrix::zero(own.len());
    for (i, &row) in own.iter().enumerate() {
        for (j, &column) in own.iter().enumerate() {
            leverage.add(i, j, covariance.at(row, column));
        }
    }
    let mut sum = between(&local.information, &leverage);
    for (i, a) in local.slope.iter().enumerate() {
        for (j, b) in local.slope.iter().enumerate() {
            sum.add(i, j, a * b);
        }
    }
    sum
}

/// The sum over distinct units, and the information of the prior.
fn meat(
    field: &Field,
    parameters: &[f64],
    prior: bool,
    of: impl Fn(&Packed, &Local) -> Matrix,
) -> Matrix {
    let mut sum = Matrix::zero(field.size());
    for unit in &field.units {
        let cells = of(unit, &field.unit(unit, parameters));
        for (i, &row) in unit.parameters.iter().enumerate() {
            for (cell, &column) in cells.row(i).iter().zip(&unit.parameters) {
                sum.add(row, column, unit.count * unit.repeats() * cell);
            }
        }
    }
    if prior {
        for (i, &parameter) in parameters.iter().enumerate() {
            sum.add(i, i, Prior::at(parameter).information);
        }
    }
    sum
}

/// ABA, both halves alike whatever the rounding.
fn between(outer: &Matrix, inner: &Matrix) -> Matrix {
    let product = outer.times(inner).times(outer);
    product.mean(&product.turned())
}

/// The covariance once the mean of the first `players` is taken off each of them.
fn around_mean(matrix: &Matrix, players: usize) -> Matrix {
    let rows = matrix.size();
    let mean_of_row =
        |row: usize| matrix.row(row)[..players].iter().sum::<f64>() / size(players.max(1));
    let means: Vec<f64> = (0..rows).map(mean_of_row).collect();
    let mean = means[..players].iter().sum::<f64>() / size(players.max(1));
    let mut centred = Matrix::zero(rows);
    for row in 0..rows {
        for column in 0..rows {
            let taken = match (row < players, column < players) {
                (true, true) => means[row] + means[column] - mean,
                (true, false) => means[column],
                (false, true) => means[row],
                (false, false) => 0.0,
            };
            centred.add(row, column, matrix.at(row, column) - taken);
        }
    }
    centred
}
