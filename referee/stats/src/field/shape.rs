//! Form of a game by its places: the stages at which one of the remaining players was chosen.

use super::model::LocalLikelihood;
use super::size;

/// The log-likelihood of one pattern of places: a sum of parameters, less the logarithms of the weights that
/// remained at each stage.
pub(super) struct Shape {
    pub(super) places: Vec<u8>,
    coefficients: Vec<f64>,
    stages: Vec<Stage>,
}

struct Stage {
    left: Vec<usize>,
    share: f64,
}

impl Shape {
    /// Creates the shape of these places. In a tied group of g, each subset of s players remains together
    /// with a probability of one in (g choose s).
    pub(super) fn new(places: &[u8]) -> Shape {
        let mut coefficients = vec![1.0; places.len()];
        let mut stages = Vec::new();
        let mut different = places.to_vec();
        different.sort_unstable();
        different.dedup();
        for place in different {
            let group: Vec<usize> = (0..places.len()).filter(|&i| places[i] == place).collect();
            let behind: Vec<usize> = (0..places.len()).filter(|&i| places[i] > place).collect();
            for subset in 1_u32..1 << group.len() {
                let mut left = behind.clone();
                left.extend(
                    (0..group.len())
                        .filter(|i| subset >> i & 1 == 1)
                        .map(|i| group[i]),
                );
                let share = 1.0 / choose(group.len(), subset.count_ones());
                match left[..] {
                    [alone] => coefficients[alone] -= share,
                    _ => stages.push(Stage { left, share }),
                }
            }
        }
        Shape {
            places: places.to_vec(),
            coefficients,
            stages,
        }
    }

    /// Adds a game whose seat i has the strength `strengths[i]` and the parameters `owners(i)`.
    pub(super) fn add(
        &self,
        strengths: &[f64],
        owners: impl Fn(usize) -> [Option<usize>; 2],
        to: &mut LocalLikelihood,
    ) {
        for (seat, coefficient) in self.coefficients.iter().enumerate() {
            to.value += coefficient * strengths[seat];
            for owner in owners(seat).into_iter().flatten() {
                to.slope[owner] += coefficient;
            }
        }
        for Stage { left, share } in &self.stages {
            let most = left
                .iter()
                .map(|&seat| strengths[seat])
                .fold(f64::NEG_INFINITY, f64::max);
            let weights: Vec<f64> = left.iter().map(|&i| (strengths[i] - most).exp()).collect();
            let sum: f64 = weights.iter().sum();
            to.value -= share * (most + sum.ln());
            for (&a, weight) in left.iter().zip(&weights) {
                let p = weight / sum;
                for row in owners(a).into_iter().flatten() {
                    to.slope[row] -= share * p;
                    for (&b, other) in left.iter().zip(&weights) {
                        let q = other / sum;
                        // Computes 1 − p exactly if p is close to 1.
                        let cell = if a == b {
                            p * (sum - weight) / sum
                        } else {
                            -p * q
                        };
                        for column in owners(b).into_iter().flatten() {
                            to.information.add(row, column, share * cell);
                        }
                    }
                }
            }
        }
    }
}

fn choose(n: usize, k: u32) -> f64 {
    (0..k).fold(1.0, |product, i| {
        product * (size(n) - f64::from(i)) / f64::from(i + 1)
    })
}
