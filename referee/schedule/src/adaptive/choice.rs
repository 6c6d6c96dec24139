//! Selects the meetings that say most about ranks that are still open.
//!
//! A pair whose order is settled has no doubt. For other pairs, one more meeting tells less the more often
//! they have met, so a pair is worth its doubt divided by one more than its meetings so far. So two equal
//! bots, whose doubt never ends, leave room for others.

use std::collections::{BTreeMap, HashMap};

use crate::blocks::Blocks;

/// Selects meetings and counts them.
pub(super) struct MeetingSelector {
    seats: usize,
    /// Number of meetings of two bots; in the key, the bot with the lower index comes first.
    met: HashMap<(usize, usize), u64>,
}

impl MeetingSelector {
    pub(super) fn new(seats: usize) -> MeetingSelector {
        MeetingSelector {
            seats,
            met: HashMap::new(),
        }
    }

    /// Counts one meeting for each of the first `count` blocks.
    pub(super) fn count_all(&mut self, blocks: &Blocks, count: usize) {
        for block in blocks.iter().take(count) {
            self.count(&block);
        }
    }

    /// Selects up to `most` meetings, each with how often it occurred before among them; none if no pair is
    /// in doubt or the bots are fewer than the seats. `order` has the best bot first.
    pub(super) fn next(
        &mut self,
        order: &[usize],
        most: usize,
        doubt: impl Fn(usize, usize) -> u64,
    ) -> Vec<(Vec<usize>, usize)> {
        let pairs = (0..order.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        let open: Vec<(usize, usize, u64)> = pairs
            .map(|(i, j)| (i, j, doubt(order[i], order[j])))
            .filter(|(_, _, doubt)| *doubt > 0)
            .collect();
        if order.len() < self.seats {
            return Vec::new();
        }
        let mut chosen = Vec::new();
        let mut times: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        while chosen.len() < most {
            let worth = |&&(i, j, doubt): &&(usize, usize, u64)| {
                (
                    doubt / (self.met(order[i], order[j]) + 1),
                    std::cmp::Reverse((j - i, i)),
                )
            };
            let Some(&(i, j, _)) = open.iter().max_by_key(worth) else {
                break;
            };
            let block = self.fill(i, j, order, &doubt);
            self.count(&block);
            let times = times.entry(block.clone()).or_default();
            chosen.push((block, *times));
            *times += 1;
        }
        chosen
    }

    /// Fills a game for two ranks: adds the bots that tell most when playing them, then the nearest in rank.
    fn fill(
        &self,
        i: usize,
        j: usize,
        order: &[usize],
        doubt: impl Fn(usize, usize) -> u64,
    ) -> Vec<usize> {
        let mut ranks = vec![i, j];
        while ranks.len() < self.seats {
            let worth = |rank: &usize| {
                let settled: u64 = (ranks.iter())
                    .map(|other| (order[*rank], order[*other]))
                    .map(|(a, b)| doubt(a, b) / (self.met(a, b) + 1))
                    .sum();
                let far: usize = ranks[..2].iter().map(|other| rank.abs_diff(*other)).sum();
                (settled, std::cmp::Reverse((far, *rank)))
            };
            let others = (0..order.len()).filter(|rank| !ranks.contains(rank));
            let Some(best) = others.max_by_key(worth) else {
                break;
            };
            ranks.push(best);
        }
        let mut block: Vec<usize> = ranks.into_iter().map(|rank| order[rank]).collect();
        block.sort_unstable();
        block
    }

    fn met(&self, a: usize, b: usize) -> u64 {
        self.met.get(&(a.min(b), a.max(b))).copied().unwrap_or(0)
    }

    fn count(&mut self, block: &[usize]) {
        for (i, b) in block.iter().enumerate() {
            for a in &block[..i] {
                *self.met.entry((*a, *b)).or_default() += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubt_draws_meetings_and_meetings_use_it_up() {
        let doubt = |a: usize, b: usize| match (a.min(b), a.max(b)) {
            (0, 1) => 500,
            (2, 3) => 200,
            _ => 0,
        };
        let mut choice = MeetingSelector::new(2);
        let chosen = choice.next(&[3, 2, 1, 0], 7, doubt);
        let of = |block: &[usize]| chosen.iter().filter(|(b, _)| b == block).count();
        assert_eq!((of(&[0, 1]), of(&[2, 3])), (5, 2), "{chosen:?}");
        let times: Vec<usize> =
            (chosen.iter().filter(|(b, _)| b == &[2, 3]).map(|c| c.1)).collect();
        assert_eq!(times, [0, 1]);
        assert!(choice.next(&[0, 1], 3, |_, _| 0).is_empty());
        assert!(choice.next(&[0], 3, doubt).is_empty());
    }

    #[test]
    fn neighbours_fill_the_table() {
        let doubt = |a: usize, b: usize| u64::from(a.abs_diff(b) == 1 && a + b == 7) * 100;
        let chosen = MeetingSelector::new(4).next(&[0, 1, 2, 3, 4, 5, 6], 1, doubt);
        assert_eq!(chosen, [(vec![2, 3, 4, 5], 0)]);
    }
}
