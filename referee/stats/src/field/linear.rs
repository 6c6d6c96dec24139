//! Small dense matrices, and the Cholesky factorization of symmetric ones.

use super::size;

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// Creates a matrix of zeros.
    pub(super) fn zero(size: usize) -> Matrix {
        let cells = vec![0.0; size * size];
        Matrix { size, cells }
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..][..self.size]
    }

    /// Returns the submatrix of the first rows and columns.
    pub(super) fn leading(&self, size: usize) -> Matrix {
        let cells = (0..size)
            .flat_map(|row| self.row(row)[..size].to_vec())
            .collect();
        Matrix { size, cells }
    }

    /// Returns the transpose.
    pub(super) fn turned(&self) -> Matrix {
        let cell = |i: usize| self.at(i % self.size, i / self.size);
        Matrix {
            size: self.size,
            cells: (0..self.cells.len()).map(cell).collect(),
        }
    }

    /// Returns the mean of two matrices.
    pub(super) fn mean(&self, other: &Matrix) -> Matrix {
        let cells = self.cells.iter().zip(&other.cells);
        Matrix {
            size: self.size,
            cells: cells.map(|(a, b)| f64::midpoint(*a, *b)).collect(),
        }
    }

    /// Returns the product of this matrix and another, both symmetric.
    pub(super) fn times(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zero(self.size);
        for row in 0..self.size {
            for inner in 0..self.size {
                let factor = self.at(row, inner);
                for column in 0..self.size {
                    product.add(row, column, factor * other.at(inner, column));
                }
            }
        }
        product
    }

    /// Returns the mean of the diagonal; 1 if it isn't positive.
    pub(super) fn scale(&self) -> f64 {
        let trace: f64 = (0..self.size).map(|i| self.at(i, i)).sum();
        if trace > 0.0 {
            trace / size(self.size)
        } else {
            1.0
        }
    }

    /// Returns the lower Cholesky factor of a positive definite matrix. A matrix that isn't gets the smallest
    /// sufficient ridge added to its diagonal: a power of ten relative to its scale.
    pub(super) fn factor(&self) -> Factor {
        let mut ridge = 0.0;
        loop {
            if let Some(factor) = self.cholesky(ridge) {
                return factor;
            }
            ridge = f64::max(ridge * 10.0, 1e-14 * self.scale());
        }
    }

    fn cholesky(&self, ridge: f64) -> Option<Factor> {
        let mut lower = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known = (lower.row(row).iter().zip(lower.row(column)))
                    .take(column)
                    .map(|(a, b)| a * b);
                let rest = self.at(row, column) - known.sum::<f64>();
                let cell = if row > column {
                    rest / lower.at(column, column)
                } else {
                    let pivot = rest + ridge;
                    // A smaller pivot is only rounding error.
                    if pivot <= 1e-15 * self.at(row, row) || pivot <= 0.0 {
                        return None;
                    }
                    pivot.sqrt()
                };
                lower.add(row, column, cell);
            }
        }
        Some(Factor(lower))
    }
}

/// The lower Cholesky factor L of a matrix `LLᵀ`.
pub(super) struct Factor(Matrix);

impl Factor {
    /// Returns the lower factor times a vector.
    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        let product = |row| self.0.row(row).iter().zip(vector).map(|(a, b)| a * b).sum();
        (0..self.0.size).map(product).collect()
    }

    /// Returns the logarithm of the determinant of `LLᵀ`.
    pub(super) fn log_determinant(&self) -> f64 {
        let diagonal = (0..self.0.size).map(|i| self.0.at(i, i).ln());
        2.0 * diagonal.sum::<f64>()
    }

    /// Solves `LLᵀx = y` for x; the argument is y.
    pub(super) fn solve(&self, mut x: Vec<f64>) -> Vec<f64> {
        let (lower, size) = (&self.0, self.0.size);
        for row in 0..size {
            let known: f64 = (0..row).map(|i| lower.at(row, i) * x[i]).sum();
            x[row] = (x[row] - known) / lower.at(row, row);
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|i| lower.at(i, row) * x[i]).sum();
            x[row] = (x[row] - known) / lower.at(row, row);
        }
        x
    }

    /// Returns the inverse of `LLᵀ`.
    pub(super) fn inverse(&self) -> Matrix {
        let mut inverse = Matrix::zero(self.0.size);
        for column in 0..self.0.size {
            let mut unit = vec![0.0; self.0.size];
            unit[column] = 1.0;
            for (row, value) in self.solve(unit).into_iter().enumerate() {
                // Keeps the result symmetric, whatever the rounding.
                inverse.add(row, column, value / 2.0);
                inverse.add(column, row, value / 2.0);
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_undoes_the_matrix() {
        let mut matrix = Matrix::zero(3);
        for (row, cells) in [[4.0, 2.0, 0.5], [2.0, 3.0, 1.0], [0.5, 1.0, 2.0]]
            .iter()
            .enumerate()
        {
            for (column, &cell) in cells.iter().enumerate() {
                matrix.add(row, column, cell);
            }
        }
        let one = matrix.times(&matrix.factor().inverse());
        for row in 0..3 {
            for column in 0..3 {
                let expected = f64::from(u8::from(row == column));
                assert!((one.at(row, column) - expected).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn a_singular_matrix_has_a_factor_too() {
        let mut matrix = Matrix::zero(2);
        for cell in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            matrix.add(cell.0, cell.1, 1.0);
        }
        let factor = matrix.factor();
        let ones = factor.times(&[1.0, 0.0]);
        assert!((ones[0] - 1.0).abs() < 1e-9 && (ones[1] - 1.0).abs() < 1e-9);
        assert!(Matrix::zero(2).factor().solve(vec![1.0, 1.0])[0].is_finite());
    }
}
