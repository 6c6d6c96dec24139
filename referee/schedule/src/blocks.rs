//! Computes the blocks of a field: choices of as many bots as the game has seats, each by its index.
//!
//! No block is stored: each is computed from its index, in an order in which all bots progress alike.

use crate::fixed::Draw;
use crate::plan::Attendance;

/// All blocks of a field that include at least one newcomer.
///
/// In the order of combinations with the newcomers in front, these are the first ones.
pub(crate) struct Blocks {
    /// The newcomers, then the bots that were there before.
    field: Vec<usize>,
    /// True if all bots are new.
    fresh: bool,
    seats: usize,
    count: usize,
    stride: usize,
}

impl Blocks {
    /// Creates the blocks of an arrival; None if their number overflows.
    pub(crate) fn new(arrival: &Attendance, seats: usize) -> Option<Blocks> {
        let field = [&arrival.new[..], &arrival.here[..]].concat();
        let before = Blocks::count_of(arrival.here.len(), seats)?;
        let count = Blocks::count_of(field.len(), seats)? - before;
        Some(Blocks {
            field,
            fresh: arrival.here.is_empty(),
            seats,
            count,
            stride: stride(count),
        })
    }

    /// Returns the binomial coefficient of `bots` over `seats`; None if it overflows.
    pub(crate) fn count_of(bots: usize, seats: usize) -> Option<usize> {
        let mut count: u128 = 1;
        for i in 0..seats {
            count = count.checked_mul(bots.saturating_sub(i) as u128)? / (i as u128 + 1);
        }
        usize::try_from(count).ok()
    }

    /// Returns the bots of a block, in ascending order; the index is below the count.
    pub(crate) fn nth(&self, index: usize) -> Vec<usize> {
        let places = if self.seats == 2 && self.fresh {
            circle(self.field.len(), index)
        } else {
            self.unrank(self.spread(index))
        };
        let mut block: Vec<usize> = places.into_iter().map(|i| self.field[i]).collect();
        block.sort_unstable();
        block
    }

    /// Iterates over all blocks.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Vec<usize>> {
        (0..self.count).map(|index| self.nth(index))
    }

    /// Maps an index to a rank. Blocks of neighbouring ranks share all bots but one: a stride spreads them.
    fn spread(&self, index: usize) -> usize {
        let rank = index as u128 * self.stride as u128 % self.count as u128;
        usize::try_from(rank).unwrap_or_default()
    }

    /// Returns the combination of this rank in lexicographic order.
    fn unrank(&self, mut rank: usize) -> Vec<usize> {
        let mut block = Vec::with_capacity(self.seats);
        let mut bot = 0;
        for left in (0..self.seats).rev() {
            loop {
                let with = Blocks::count_of(self.field.len() - bot - 1, left).unwrap_or(usize::MAX);
                bot += 1;
                if rank < with {
                    break;
                }
                rank -= with;
            }
            block.push(bot - 1);
        }
        block
    }
}

impl Draw for Blocks {
    fn count(&self) -> usize {
        self.count
    }

    fn block(&mut self, _round: usize, index: usize) -> Vec<usize> {
        self.nth(index)
    }
}

/// Returns a pair by the circle method: all bots play once before one plays twice. In an even field the last
/// bot stays fixed and the others rotate; in an odd field the place of the last is the bye.
fn circle(bots: usize, index: usize) -> Vec<usize> {
    let circle = bots - 1 + bots % 2;
    let tables = bots / 2;
    let (round, table) = (index / tables, index % tables + bots % 2);
    let (one, other) = if table == 0 {
        (round, bots - 1)
    } else {
        ((round + table) % circle, (round + circle - table) % circle)
    };
    vec![one.min(other), one.max(other)]
}

/// Returns a step near the golden section of the count, coprime to it, so that it visits each index once.
fn stride(count: usize) -> usize {
    let golden = count / 1000 * 618 + count % 1000 * 618 / 1000;
    (golden.max(1)..=count + 1)
        .find(|step| gcd(*step, count) == 1)
        .unwrap_or(1)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn arrival(here: usize, bots: usize) -> Attendance {
        Attendance {
            here: (0..here).collect(),
            new: (here..bots).collect(),
        }
    }

    fn all(bots: usize, seats: usize) -> Vec<Vec<usize>> {
        of(0, bots, seats)
    }

    fn of(here: usize, bots: usize, seats: usize) -> Vec<Vec<usize>> {
        let blocks = Blocks::new(&arrival(here, bots), seats).expect("small");
        (0..blocks.count()).map(|i| blocks.nth(i)).collect()
    }

    #[test]
    fn every_block_comes_once() {
        for seats in 2..=4 {
            for bots in seats..=9 {
                let blocks = all(bots, seats);
                let distinct: HashSet<_> = blocks.iter().collect();
                assert_eq!(distinct.len(), blocks.len(), "{bots} {seats}");
                let ordered = |b: &Vec<usize>| b.is_sorted_by(|x, y| x < y) && b[seats - 1] < bots;
                assert!(blocks.iter().all(ordered), "{blocks:?}");
            }
        }
        assert_eq!(all(9, 4).len(), 126);
        assert_eq!(all(6, 2).len(), 15);
    }

    #[test]
    fn newcomers_have_the_blocks_that_were_not_there() {
        for seats in 1..=4 {
            for bots in seats..=8 {
                for here in 0..bots {
                    let before = if here < seats {
                        vec![]
                    } else {
                        all(here, seats)
                    };
                    let after: HashSet<_> = of(here, bots, seats).into_iter().collect();
                    assert!(before.iter().all(|block| !after.contains(block)));
                    assert_eq!(before.len() + after.len(), all(bots, seats).len());
                }
            }
        }
    }

    #[test]
    fn no_bot_waits_in_a_circle() {
        let blocks = all(6, 2);
        for round in blocks.chunks(3) {
            let playing: HashSet<_> = round.iter().flatten().collect();
            assert_eq!(playing.len(), 6, "{round:?}");
        }
        // In an odd field each bot has one bye.
        let out: HashSet<usize> = all(5, 2)
            .chunks(2)
            .filter_map(|round| (0..5).find(|bot| !round.iter().flatten().any(|b| b == bot)))
            .collect();
        assert_eq!(out.len(), 5);
    }

    #[test]
    fn larger_blocks_are_spread() {
        let half = &all(8, 4)[..35];
        for bot in 0..8 {
            let games = half.iter().filter(|block| block.contains(&bot)).count();
            assert!((14..=21).contains(&games), "bot {bot}: {games} of 35");
        }
    }

    #[test]
    fn what_can_not_be_counted_is_refused() {
        assert!(Blocks::count_of(usize::MAX, 4).is_none());
    }
}
