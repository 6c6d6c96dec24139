//! A linear evaluation: the sum of the weights of a position's features.
//!
//! Weights are whole numbers, so a position has the same value on every machine. They are read from
//! a text in which lines that begin with `#` are comments.

use std::marker::PhantomData;

use super::board::CublinoBoard;
use super::kind::Kind;
use crate::engine::WIN;

/// The weights of a variant's features.
#[derive(Clone, Debug)]
pub struct Weights<K> {
    each: Vec<i32>,
    kind: PhantomData<K>,
}

impl<K: Kind> Weights<K> {
    /// Reads the weights that are shipped with the program.
    pub fn shipped() -> Weights<K> {
        Weights::of(numbers(K::WEIGHTS).collect())
    }

    /// Creates weights from a list; missing ones are 0.
    pub(super) fn of(mut each: Vec<i32>) -> Weights<K> {
        each.resize(count::<K>(), 0);
        Weights {
            each,
            kind: PhantomData,
        }
    }

    /// Returns the value, for its mover, of a position that isn't over.
    pub fn value(&self, board: &CublinoBoard) -> i32 {
        let mut sum = 0;
        K::features(board, |feature, times| sum += self.each[feature] * times);
        sum.clamp(-WIN / 4, WIN / 4)
    }
}

/// Returns the number of features of a variant.
pub(super) fn count<K: Kind>() -> usize {
    K::SHAPES.iter().map(|(_, count)| count).sum()
}

/// Iterates over the numbers of a text of weights.
fn numbers(text: &str) -> impl Iterator<Item = i32> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .flat_map(str::split_ascii_whitespace)
        .filter_map(|number| number.parse().ok())
}
