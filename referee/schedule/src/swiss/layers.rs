//! Minimum-cost matching with costs that are long sequences of digits.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use integer_blossom::{Weight, max_weight_matching};

/// The digits of one layer together stay below this. The matching adds up a few of them for each vertex,
/// which leaves room for thousands within 64 bits.
const FULL: i64 = 1 << 40;

/// One digit of a cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digit {
    layer: usize,
    unit: i64,
}

/// The nonzero digits of a cost, each with its value.
pub(crate) type CostDigits = Vec<(Digit, usize)>;

/// The digits of a cost, the most significant first: the sum of one over all pairs outweighs all that follow
/// it.
#[derive(Clone, Debug, Default)]
pub(crate) struct CostLayout {
    layers: usize,
    /// Unit of the last digit.
    unit: i64,
}

impl CostLayout {
    /// Adds a less significant digit, whose sum over all pairs is at most `most`.
    pub(crate) fn digit(&mut self, most: usize) -> Digit {
        let base = small(most) + 1;
        if self.unit < base {
            self.layers += 1;
            self.unit = FULL;
        }
        self.unit /= base;
        Digit {
            layer: self.layers - 1,
            unit: self.unit,
        }
    }

    /// Pairs the vertices `0..n` at the least cost; returns each one's partner, if it has one. `alone` is the
    /// cost of a vertex without a partner; None if that must be avoided at any cost. `cost` is the cost of a
    /// pair `a < b`; None if the two can't be paired. A pair that costs as much as both alone isn't made.
    pub(crate) fn cheapest(
        &self,
        n: usize,
        alone: impl Fn(usize) -> Option<CostDigits>,
        cost: impl Fn(usize, usize) -> Option<CostDigits>,
    ) -> Vec<Option<usize>> {
        match self.layers {
            ..4 => matching::<4>(n, alone, cost),
            4..8 => matching::<8>(n, alone, cost),
            8..16 => matching::<16>(n, alone, cost),
            16..32 => matching::<32>(n, alone, cost),
            _ => matching::<64>(n, alone, cost),
        }
    }
}

/// Converts the value of a digit, which is far below what a layer holds.
fn small(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(FULL).min(FULL)
}

fn matching<const WIDTH: usize>(
    n: usize,
    alone: impl Fn(usize) -> Option<CostDigits>,
    cost: impl Fn(usize, usize) -> Option<CostDigits>,
) -> Vec<Option<usize>> {
    let single = |vertex| {
        let cost = alone(vertex);
        cost.map_or(Layers::first(), |cost| Layers::new(&cost))
    };
    let singles: Vec<Layers<WIDTH>> = (0..n).map(single).collect();
    let mut weights = vec![Layers::ZERO; n * n];
    for a in 0..n {
        for b in a + 1..n {
            if let Some(cost) = cost(a, b) {
                weights[a * n + b] = singles[a] + singles[b] - Layers::new(&cost);
            }
        }
    }
    max_weight_matching(&weights, n)
}

/// Numbers that are compared layer by layer, the first layer first. There is no carry between layers: sums
/// and halves are computed in each by itself, which is all that a matching needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Layers<const WIDTH: usize>([i64; WIDTH]);

impl<const WIDTH: usize> Layers<WIDTH> {
    /// Outweighs all costs.
    fn first() -> Self {
        let mut layers = [0; WIDTH];
        layers[0] = 1;
        Layers(layers)
    }

    fn new(cost: &CostDigits) -> Self {
        let mut layers = [0; WIDTH];
        for (digit, value) in cost {
            debug_assert!(digit.layer + 1 < WIDTH, "a layer too few");
            if let Some(layer) = layers.get_mut(digit.layer + 1) {
                *layer += digit.unit * small(*value);
            }
        }
        Layers(layers)
    }

    fn map(self, change: impl Fn(i64) -> i64) -> Self {
        Layers(self.0.map(change))
    }
}

impl<const WIDTH: usize> Add for Layers<WIDTH> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const WIDTH: usize> Sub for Layers<WIDTH> {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const WIDTH: usize> AddAssign for Layers<WIDTH> {
    fn add_assign(&mut self, other: Self) {
        for (layer, other) in self.0.iter_mut().zip(other.0) {
            *layer += other;
        }
    }
}

impl<const WIDTH: usize> SubAssign for Layers<WIDTH> {
    fn sub_assign(&mut self, other: Self) {
        for (layer, other) in self.0.iter_mut().zip(other.0) {
            *layer -= other;
        }
    }
}

impl<const WIDTH: usize> Weight for Layers<WIDTH> {
    const ZERO: Self = Layers([0; WIDTH]);
    const ONE: Self = {
        let mut one = [0; WIDTH];
        one[WIDTH - 1] = 1;
        Layers(one)
    };

    fn inf() -> Self {
        Layers([i64::MAX / 4; WIDTH])
    }

    fn double(self) -> Self {
        self.map(|layer| layer * 2)
    }

    fn half(self) -> Self {
        self.map(|layer| layer / 2)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::matching;
    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        /// The result is the same as with the digits in one long number.
        #[test]
        fn digits_count_in_their_order(
            half in 0usize..5,
            costs in prop::collection::vec(prop::option::weighted(0.7, (0u64..3, 0u64..400, 0u64..1 << 20)), 100),
        ) {
            let n = 2 * half;
            let cost = |a: usize, b: usize| costs[a * n + b].map(|(x, y, z)| [x, y, z]);
            let total = |mates: Vec<usize>| {
                let pairs = mates.iter().enumerate().filter(|(a, b)| a < b);
                let costs = pairs.map(|(a, b)| cost(a, *b).expect("an edge"));
                costs.fold([0; 3], |sum: [u64; 3], addend| std::array::from_fn(|i| sum[i] + addend[i]))
            };
            let mut layout = CostLayout::default();
            let digits = [10, 4000, 10 << 20].map(|most| layout.digit(most));
            let pairing = layout.cheapest(n, |_| None, |a, b| {
                let values = cost(a, b)?.map(|value| usize::try_from(value).expect("a small one"));
                Some(digits.into_iter().zip(values).collect())
            });
            let complete = pairing.into_iter().collect::<Option<Vec<_>>>();
            prop_assert_eq!(complete.map(total), matching::cheapest(n, cost).map(total));
        }
    }

    #[test]
    fn nobody_is_paired_who_is_cheaper_alone() {
        let mut layout = CostLayout::default();
        let [high, low] = [5, 5].map(|most| layout.digit(most));
        let alone = |_| Some(vec![(high, 1), (low, 1)]);
        let of = |cost: fn(usize, usize) -> [usize; 2]| {
            layout.cheapest(3, alone, |a, b| {
                Some([high, low].into_iter().zip(cost(a, b)).collect())
            })
        };
        assert_eq!(of(|_, _| [2, 3]), [None; 3]);
        assert_eq!(of(|a, b| [1, 3 - (b - a)]), [Some(2), None, Some(0)]);
    }
}
