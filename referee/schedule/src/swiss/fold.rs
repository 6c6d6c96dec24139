//! Pairs a round in two steps: which players leave their score group, then inside a score group the top half
//! against the bottom half.

use super::dutch::Paired;
use super::groups::Ranking;
use super::matching;

/// Pairs the next round; None if there is no valid pairing.
pub(crate) fn pair(ranking: &Ranking) -> Option<Paired> {
    let mates = ranking.pair()?;
    let nobody = ranking.players.len();
    let mut pairs = Vec::with_capacity(mates.len() / 2);
    let mut staying = Vec::new();
    for (place, &mate) in mates.iter().enumerate().take(nobody) {
        if mate == nobody {
            continue;
        }
        if ranking.group(place) == ranking.group(mate) {
            staying.push(place);
        } else if place < mate {
            pairs.push([place, mate]);
        }
    }
    for group in staying.chunk_by(|a, b| ranking.group(*a) == ranking.group(*b)) {
        pairs.extend(fold(ranking, group)?);
    }
    Some((pairs, mates.get(nobody).copied()))
}

/// Pairs the players that stay in their group; `places` are their places in the ranking, best first, and some
/// pairing of them is known to be possible.
///
/// The ideal partner is half the group below. The deviation from it is measured by: first whether a pair
/// joins the two halves at all, then the squared distance from the ideal; among equal ones, the pairing that
/// moves the better ranked less.
fn fold(ranking: &Ranking, places: &[usize]) -> Option<Vec<[usize; 2]>> {
    let half = places.len() / 2;
    let mates = matching::cheapest(places.len(), |a, b| {
        if !ranking.can_meet(places[a], places[b]) {
            return None;
        }
        let crosses = a < half && half <= b;
        let off = (b - a).abs_diff(half) as u64;
        let weight = half.saturating_sub(a) as u64 + 1;
        Some([u64::from(!crosses), off * off, off * off * weight])
    })?;
    let pairs = mates.iter().enumerate().filter(|(a, b)| a < b);
    Some(pairs.map(|(a, b)| [places[a], places[*b]]).collect())
}
