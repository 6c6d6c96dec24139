//! Minimum-cost perfect matching with costs in layers.

use integer_blossom::max_weight_matching;

/// Weights up to this keep the matching's own sums within 128 bits.
const MOST: i128 = 1 << 120;

/// Costs of an edge, the most significant layer first: the sum of a layer over all pairs outweighs all layers
/// below it.
pub(crate) type EdgeCost<const LAYERS: usize> = [u64; LAYERS];

/// Pairs the vertices `0..n` so that all are paired and the sum of the costs is the least, layer by layer;
/// returns each one's partner. If `cost` returns None, the two can't be paired; returns None if that leaves a
/// vertex alone.
///
/// Each layer takes as many digits of one long number as its sum may need. Layers that no longer fit, which
/// takes a field of several hundred, are dropped from the lowest.
pub(crate) fn cheapest<const LAYERS: usize>(
    n: usize,
    cost: impl Fn(usize, usize) -> Option<EdgeCost<LAYERS>>,
) -> Option<Vec<usize>> {
    let above = |row: usize| row + 1..n;
    let edges: Vec<(usize, usize, EdgeCost<LAYERS>)> = (0..n)
        .flat_map(|a| above(a).map(move |b| (a, b)))
        .filter_map(|(a, b)| Some((a, b, cost(a, b)?)))
        .collect();
    let bases = bases(n, &edges);
    // This is above any sum of costs: so one more pair outweighs everything else.
    let whole: i128 = bases.iter().product();
    let mut weights = vec![0; n * n];
    for (a, b, cost) in edges {
        let digits = bases.iter().zip(cost);
        let sum = digits.fold(0, |sum, (base, digit)| sum * base + i128::from(digit));
        weights[a * n + b] = whole - sum;
    }
    max_weight_matching(&weights, n).into_iter().collect()
}

/// Returns the number of values of each layer's sum, for as many layers as fit.
fn bases<const LAYERS: usize>(n: usize, edges: &[(usize, usize, EdgeCost<LAYERS>)]) -> Vec<i128> {
    let pairs = n as i128 / 2;
    let mut whole: i128 = 1;
    let base = |layer: usize| {
        let most = edges.iter().map(|(_, _, cost)| cost[layer]).max();
        most.map_or(1, |most| i128::from(most) * pairs + 1)
    };
    (0..LAYERS)
        .map(base)
        .take_while(|base| {
            whole = whole.saturating_mul(*base);
            whole <= MOST
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the least cost of pairing all vertices by brute force: bit sets, with every partner tried for
    /// the first vertex.
    fn by_force(n: usize, cost: &[Option<EdgeCost<3>>]) -> Option<EdgeCost<3>> {
        let mut best: Vec<Option<EdgeCost<3>>> = vec![None; 1 << n];
        best[0] = Some([0; 3]);
        for set in 1usize..1 << n {
            let first = set.trailing_zeros() as usize;
            best[set] = (first + 1..n)
                .filter(|other| set >> other & 1 == 1)
                .filter_map(|other| {
                    let rest = best[set ^ (1 << first) ^ (1 << other)]?;
                    let pair = cost[first * n + other]?;
                    Some(std::array::from_fn(|i| rest[i] + pair[i]))
                })
                .min();
        }
        best[(1 << n) - 1]
    }

    fn costs(n: usize) -> impl Strategy<Value = Vec<Option<EdgeCost<3>>>> {
        let layers = (0u64..3, 0u64..400, 0u64..1 << 20).prop_map(|(a, b, c)| [a, b, c]);
        prop::collection::vec(prop::option::weighted(0.6, layers), n * n)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn nothing_is_cheaper((n, costs) in (0usize..5).prop_flat_map(|h| (Just(2 * h), costs(2 * h)))) {
            let matched = cheapest(n, |a, b| costs[a * n + b]);
            let total = matched.as_ref().map(|mates| {
                let pairs = (0..n).filter(|a| *a < mates[*a]);
                pairs.fold([0; 3], |sum: EdgeCost<3>, a| {
                    let cost = costs[a * n + mates[a]].expect("an edge");
                    std::array::from_fn(|i| sum[i] + cost[i])
                })
            });
            prop_assert_eq!(total, by_force(n, &costs));
            if let Some(mates) = matched {
                prop_assert!((0..n).all(|a| mates[mates[a]] == a && mates[a] != a));
            }
        }
    }

    #[test]
    fn an_odd_one_stays_alone() {
        assert_eq!(cheapest(3, |_, _| Some([0])), None);
    }

    #[test]
    fn layers_beyond_the_range_are_left_out() {
        let huge = |a: usize, b: usize| Some([u64::from(b - a != 2), u64::MAX, u64::MAX, 7]);
        assert_eq!(cheapest(4, huge), Some(vec![2, 3, 0, 1]));
    }
}
