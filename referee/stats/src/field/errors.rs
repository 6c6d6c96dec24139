//! Uncertainty of the parameters: their covariance at the maximum.
//!
//! With the information matrix H of everything that was counted, the model's own covariance is H⁻¹. If a unit
//! was seen c times, of which d were distinct, each of the d has the weight c/d in the estimate, so the
//! covariance is H⁻¹ (Σ c²/d · Hᵤ) H⁻¹: if all units repeat equally often, this is the same as if each had
//! been seen once.
//!
//! The robust covariance is the sandwich estimator over units (P. J. Huber, The behavior of maximum
//! likelihood estimates under nonstandard conditions, 1967; K.-Y. Liang and S. L. Zeger, Longitudinal data
//! analysis using generalized linear models, 1986): the outer product of a unit's score vector sᵤ (its slope)
//! replaces Hᵤ. A fit draws each residual towards 0, by Hᵤ V Hᵤ in the mean if the model is true (the
//! leverage; compare R. M. Bell and D. F. `McCaffrey`, Bias reduction in standard errors for linear
//! regression with multi-stage samples, 2002), so that is added back: Σ c²/d · (sᵤsᵤᵀ + Hᵤ V Hᵤ). V is the
//! mean of the model's covariance and of the sandwich that results from it: if games depend on each other or
//! are drawn, the truth is nearer to the latter. A unit that alone decides something has no residual at all,
//! and so gets the model's error.
//!
//! Such a sandwich is itself a random estimate. Its precision is expressed in degrees of freedom (F. E.
//! Satterthwaite, An approximate distribution of estimates of variance components, 1946): with the part gᵤ
//! that a unit has in the variance of a rating, of which the fit took lᵤ, they are (Σg)² / Σ g(g − l). Five
//! equal units give G²/(G − 1) = 6.25.

use super::linear::Matrix;
use super::mle_existence::Existence;
use super::model::{FieldModel, LocalLikelihood, PackedUnit, Prior};
use super::newton::stiff;
use super::{ErrorSource, size};

/// Returns the covariance of the parameters in natural units, with the players' parameters around their mean,
/// and the degrees of freedom of each player's variance.
pub(super) fn covariance(
    field: &FieldModel,
    existence: &Existence,
    parameters: &[f64],
    errors: ErrorSource,
) -> (Matrix, Vec<f64>) {
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
    let players = field.players.len();
    let (covariance, degrees) = match errors {
        ErrorSource::Information => (model, vec![f64::INFINITY; players]),
        ErrorSource::Robust => {
            let sandwich = |leverage: &Matrix| {
                let observed = meat(field, parameters, prior, |unit, local| {
                    if existence.is_open(unit) {
                        observed(unit, local, leverage)
                    } else {
                        // One side is infinitely better: its win doesn't say how much it varies.
                        local.information.clone()
                    }
                });
                between(&inverse, &observed)
            };
            let first = sandwich(&model);
            let degrees = degrees(field, existence, parameters, (&inverse, &model));
            (sandwich(&model.mean(&first)), degrees)
        }
    };
    (around_mean(&covariance, players), degrees)
}

/// Returns the degrees of freedom of each player's variance around the mean, from the inverse of the
/// information and the model's covariance.
fn degrees(
    field: &FieldModel,
    existence: &Existence,
    parameters: &[f64],
    (inverse, model): (&Matrix, &Matrix),
) -> Vec<f64> {
    let players = field.players.len();
    let weights = around_mean(inverse, players);
    let whole = around_mean(model, players);
    let mut varied = vec![0.0; players];
    for unit in field.units.iter().filter(|unit| existence.is_open(unit)) {
        let local = field.unit(unit, parameters).information;
        let leverage = between(&local, &part(model, &unit.parameters));
        for (player, varied) in varied.iter_mut().enumerate() {
            let player_weights: Vec<f64> = (unit.parameters.iter())
                .map(|&parameter| weights.at(player, parameter))
                .collect();
            let all = square(&local, &player_weights);
            let left = (all - square(&leverage, &player_weights)).max(0.0);
            *varied += unit.distinct * unit.repeats().powi(4) * all * left;
        }
    }
    let degrees = |(player, varied)| f64::powi(whole.at(player, player), 2) / varied;
    varied.into_iter().enumerate().map(degrees).collect()
}

/// Returns the quadratic form xᵀMx.
fn square(matrix: &Matrix, vector: &[f64]) -> f64 {
    let row = |row: usize| -> f64 { matrix.row(row).iter().zip(vector).map(|(a, b)| a * b).sum() };
    vector.iter().enumerate().map(|(i, x)| x * row(i)).sum()
}

/// Returns the rows and columns of these parameters.
fn part(matrix: &Matrix, indices: &[usize]) -> Matrix {
    let mut part = Matrix::zero(indices.len());
    for (i, &row) in indices.iter().enumerate() {
        for (j, &column) in indices.iter().enumerate() {
            part.add(i, j, matrix.at(row, column));
        }
    }
    part
}

/// Returns the observed variation of a unit's results, with what the fit took of it added back.
fn observed(unit: &PackedUnit, local: &LocalLikelihood, covariance: &Matrix) -> Matrix {
    let mut sum = between(&local.information, &part(covariance, &unit.parameters));
    for (i, a) in local.slope.iter().enumerate() {
        for (j, b) in local.slope.iter().enumerate() {
            sum.add(i, j, a * b);
        }
    }
    sum
}

/// Returns the middle matrix of the sandwich: the sum over distinct units, and the information of the prior.
fn meat(
    field: &FieldModel,
    parameters: &[f64],
    prior: bool,
    of: impl Fn(&PackedUnit, &LocalLikelihood) -> Matrix,
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

/// Returns the product ABA, made exactly symmetric whatever the rounding.
fn between(outer: &Matrix, inner: &Matrix) -> Matrix {
    let product = outer.times(inner).times(outer);
    product.mean(&product.turned())
}

/// Returns the covariance after the mean of the first `players` is subtracted from each of them.
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
