//! Mixes one round: forms blocks of bots that have met least.
//!
//! Block by block, the bot with the most blocks left is seated, and then one after the other the bot that has
//! met the seated ones least. The bots left at the end of a round fit together badly, so bots of two blocks
//! are exchanged (a local search) as long as that lowers the sum of the squares of all meetings, which is
//! lowest when they are equal.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::meetings::Meetings;

/// Most passes over a round in search of exchanges.
const SWEEPS: usize = 8;

/// Bots of one kind (newcomers or others); each block has the same number of them.
pub(super) struct Class {
    bots: Range<usize>,
    seats: usize,
}

impl Class {
    pub(super) fn new(bots: Range<usize>, seats: usize) -> Class {
        Class { bots, seats }
    }

    /// Writes to `quotas` how many of the blocks each bot plays: where they can't be shared evenly, the bots
    /// that played least so far play one more.
    pub(super) fn share_out(
        &self,
        blocks: usize,
        order: &[usize],
        played: &[u64],
        quotas: &mut [usize],
    ) {
        let mut bots: Vec<usize> = order
            .iter()
            .copied()
            .filter(|bot| self.bots.contains(bot))
            .collect();
        bots.sort_by_key(|bot| played[*bot]);
        let (all, seats) = (bots.len().max(1), blocks * self.seats);
        for (i, bot) in bots.into_iter().enumerate() {
            quotas[bot] = seats / all + usize::from(i < seats % all);
        }
    }
}

/// Returns `count` blocks, all different if possible, in which each bot plays as often as its quota; adds
/// them to the meetings.
pub(super) fn mix(
    classes: &[Class],
    count: usize,
    order: &[usize],
    mut quotas: Vec<usize>,
    meetings: &mut Meetings,
) -> Vec<Vec<usize>> {
    let mut blocks = Vec::with_capacity(count);
    for left in (1..=count).rev() {
        let mut block: Vec<usize> = Vec::new();
        for class in classes {
            for _ in 0..class.seats {
                let bots = order
                    .iter()
                    .filter(|bot| class.bots.contains(bot) && quotas[**bot] > 0)
                    .filter(|bot| !block.contains(bot));
                // A bot that must be in all blocks that are left has to come first.
                let wait = |bot: usize| left - quotas[bot];
                let best = bots.min_by_key(|&&bot| {
                    let met = if block.is_empty() {
                        0
                    } else {
                        meetings.with(bot, &block)
                    };
                    (wait(bot) > 0, met, wait(bot))
                });
                if let Some(&bot) = best {
                    quotas[bot] -= 1;
                    meetings.add(bot, &block, 1);
                    block.push(bot);
                }
            }
        }
        blocks.push(block);
    }
    let mut copies = HashMap::new();
    for block in &blocks {
        *copies.entry(sorted(block)).or_default() += 1;
    }
    let mut mixer = Mixer {
        classes,
        blocks,
        copies,
        meetings,
    };
    for _ in 0..SWEEPS {
        if !mixer.sweep() {
            break;
        }
    }
    mixer.blocks
}

struct Mixer<'a> {
    classes: &'a [Class],
    blocks: Vec<Vec<usize>>,
    /// Number of times that each block occurs.
    copies: HashMap<Vec<usize>, usize>,
    meetings: &'a mut Meetings,
}

/// Exchange of seat `s` of block `i` with seat `t` of block `j`.
#[derive(Clone, Copy)]
struct Exchange {
    i: usize,
    s: usize,
    j: usize,
    t: usize,
}

impl Mixer<'_> {
    /// Tries once to improve each block; returns true if there was a change.
    fn sweep(&mut self) -> bool {
        let enough = self.meetings.mean() + 2;
        let mut changed = false;
        for i in 0..self.blocks.len() {
            let double = self.copies[&sorted(&self.blocks[i])] > 1;
            if !double && self.meetings.most(&self.blocks[i]) < enough {
                continue;
            }
            // Of two equal blocks one must change, whatever it costs.
            let limit = if double { i64::MAX } else { 0 };
            if let Some(exchange) = self.best(i, limit) {
                self.apply(exchange);
                changed = true;
            }
        }
        changed
    }

    /// Returns the exchange of a bot of this block with the lowest gain, which is below the limit.
    fn best(&self, i: usize, limit: i64) -> Option<Exchange> {
        let mut best = None;
        let mut least = limit;
        for j in (0..self.blocks.len()).filter(|j| *j != i) {
            let mut start = 0;
            for class in self.classes {
                let seats = start..start + class.seats;
                start = seats.end;
                for (s, t) in seats
                    .clone()
                    .flat_map(|s| seats.clone().map(move |t| (s, t)))
                {
                    let exchange = Exchange { i, s, j, t };
                    if let Some(gain) = self.gain(exchange)
                        && gain < least
                        && self.is_new(exchange)
                    {
                        (best, least) = (Some(exchange), gain);
                    }
                }
            }
        }
        best
    }

    /// Returns by how much an exchange changes half the sum of the squares; None if it would seat a bot
    /// twice.
    fn gain(&self, Exchange { i, s, j, t }: Exchange) -> Option<i64> {
        let (one, other) = (&self.blocks[i], &self.blocks[j]);
        let (a, b) = (one[s], other[t]);
        if one.contains(&b) || other.contains(&a) {
            return None;
        }
        let mut gain = 0;
        for &x in one.iter().filter(|x| **x != a && !other.contains(x)) {
            gain += self.meetings.of(b, x) - self.meetings.of(a, x) + 1;
        }
        for &y in other.iter().filter(|y| **y != b && !one.contains(y)) {
            gain += self.meetings.of(a, y) - self.meetings.of(b, y) + 1;
        }
        Some(gain)
    }

    /// Returns true if both blocks after an exchange don't occur yet.
    fn is_new(&self, exchange: Exchange) -> bool {
        let after = self.after(exchange);
        after[0] != after[1] && after.iter().all(|b| !self.copies.contains_key(b))
    }

    /// Returns the two blocks after an exchange, each sorted.
    fn after(&self, Exchange { i, s, j, t }: Exchange) -> [Vec<usize>; 2] {
        let (mut one, mut other) = (self.blocks[i].clone(), self.blocks[j].clone());
        std::mem::swap(&mut one[s], &mut other[t]);
        [sorted(&one), sorted(&other)]
    }

    fn apply(&mut self, exchange: Exchange) {
        let after = self.after(exchange);
        let Exchange { i, s, j, t } = exchange;
        let (a, b) = (self.blocks[i][s], self.blocks[j][t]);
        for (block, out, seat, into) in [(i, a, s, b), (j, b, t, a)] {
            let before = sorted(&self.blocks[block]);
            if let Entry::Occupied(mut copies) = self.copies.entry(before) {
                *copies.get_mut() -= 1;
                if *copies.get() == 0 {
                    copies.remove();
                }
            }
            self.meetings.add(out, &self.blocks[block], -1);
            self.blocks[block][seat] = into;
            self.meetings.add(into, &self.blocks[block], 1);
        }
        for block in after {
            *self.copies.entry(block).or_default() += 1;
        }
    }
}

fn sorted(block: &[usize]) -> Vec<usize> {
    let mut sorted = block.to_vec();
    sorted.sort_unstable();
    sorted
}

/// Replaces repeated blocks by others, so that no game occurs twice; a bot may then play once more or less
/// than its quota. In tests this was never needed.
pub(super) fn part_twins(
    blocks: &mut [Vec<usize>],
    meetings: &mut Meetings,
    mut others: impl Iterator<Item = Vec<usize>>,
) {
    let mut taken: HashSet<Vec<usize>> = blocks.iter().map(|block| sorted(block)).collect();
    if taken.len() == blocks.len() {
        return;
    }
    let mut seen = HashSet::new();
    for block in blocks {
        if seen.insert(sorted(block)) {
            continue;
        }
        if let Some(other) = others.find(|other| taken.insert(sorted(other))) {
            meetings.add_block(block, -1);
            meetings.add_block(&other, 1);
            *block = other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_are_parted() {
        let mut meetings = Meetings::new(4);
        let mut blocks = vec![vec![0, 1], vec![1, 0], vec![2, 0], vec![0, 1]];
        for block in &blocks {
            meetings.add_block(block, 1);
        }
        let others = [[0, 1], [0, 2], [1, 2], [1, 3]].map(Vec::from);
        part_twins(&mut blocks, &mut meetings, others.into_iter());
        assert_eq!(blocks, [[0, 1], [1, 2], [2, 0], [1, 3]]);
        assert_eq!(
            [(0, 1), (1, 2), (1, 3), (2, 3)].map(|(a, b)| meetings.of(a, b)),
            [1, 1, 1, 0]
        );
    }
}
