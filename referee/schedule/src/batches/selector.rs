//! Selects the meetings of neighbours in an order, and counts all meetings.
//!
//! One more meeting tells less the more often two have met, so the neighbours that met least come first: two equal
//! bots, whose order stays open for ever, leave room for others.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::batch::BatchMeetings;
use crate::blocks::Blocks;

/// What a first meeting of open neighbours tells: large enough to be divided by their meetings.
const OPEN: u64 = 500_000_000;

/// Selects the meetings of a batch and counts those of all batches.
pub(super) struct MeetingSelector {
    seats: usize,
    /// Number of meetings of two bots; in the key, the bot with the lower index comes first.
    met: HashMap<(usize, usize), u64>,
    bots: HashMap<usize, BotMeetings>,
    /// Number of the batch, from 1.
    batch: u64,
    /// Meetings of the batch so far, each with how often it occurred before among them.
    chosen: Vec<(Vec<usize>, usize)>,
    times: HashMap<Vec<usize>, usize>,
}

/// Meetings of a bot.
#[derive(Clone, Copy, Default)]
struct BotMeetings {
    all: u64,
    /// Number of the last batch in which it plays, from 1.
    last: u64,
    /// Meetings in that batch.
    in_last: u64,
}

impl MeetingSelector {
    pub(super) fn new(seats: usize) -> MeetingSelector {
        MeetingSelector {
            seats,
            met: HashMap::new(),
            bots: HashMap::new(),
            batch: 1,
            chosen: Vec::new(),
            times: HashMap::new(),
        }
    }

    /// Counts one meeting for each of the first `count` blocks.
    pub(super) fn count_all(&mut self, blocks: &Blocks, count: usize) {
        for block in blocks.iter().take(count) {
            self.count(&block);
        }
    }

    /// Adds a meeting of these bots to the batch.
    pub(super) fn add(&mut self, mut block: Vec<usize>) {
        block.sort_unstable();
        self.count(&block);
        let times = self.times.entry(block.clone()).or_default();
        self.chosen.push((block, *times));
        *times += 1;
    }

    /// Adds meetings of neighbours until the batch has `most`; none if the bots are fewer than the seats. `order` has
    /// the best bot first; `open` says for each rank but the last if its bot may meet the next one.
    pub(super) fn add_neighbours(&mut self, order: &[usize], open: &[bool], most: usize) {
        if order.len() < self.seats {
            return;
        }
        let ranks = (0..open.len()).filter(|rank| open[*rank]);
        let mut waiting: BinaryHeap<Reverse<(u64, usize)>> = ranks
            .map(|rank| Reverse((self.met(order[rank], order[rank + 1]), rank)))
            .collect();
        while self.chosen.len() < most
            && let Some(Reverse((met, rank))) = waiting.pop()
        {
            // Larger blocks count for other neighbours too, which then wait longer.
            if met == self.met(order[rank], order[rank + 1]) {
                self.add(self.filled(rank, order, open));
            }
            waiting.push(Reverse((self.met(order[rank], order[rank + 1]), rank)));
        }
    }

    /// Adds meetings of the bots that have waited longest, each with the neighbour that it met less, until the batch has
    /// `most` or everybody plays; none if the bots are fewer than the seats.
    pub(super) fn add_idle(&mut self, order: &[usize], open: &[bool], most: usize) {
        if order.len() < self.seats {
            return;
        }
        let mut ranks: Vec<usize> = (0..order.len()).collect();
        ranks.sort_by_key(|rank| self.of(order[*rank]).last);
        for rank in ranks {
            if self.chosen.len() >= most {
                return;
            }
            if self.in_batch(order[rank]) > 0 {
                continue;
            }
            let uppers = rank.saturating_sub(1)..(rank + 1).min(order.len() - 1);
            let met = |upper: &usize| self.met(order[*upper], order[upper + 1]);
            if let Some(upper) = uppers.min_by_key(met) {
                self.add(self.filled(upper, order, open));
            }
        }
    }

    /// Fills a game for a rank and the next one: adds the bots that tell most when playing them, then the nearest in
    /// rank.
    fn filled(&self, rank: usize, order: &[usize], open: &[bool]) -> Vec<usize> {
        let tells = |one: usize, other: usize| {
            let is_open = one.abs_diff(other) == 1 && open[one.min(other)];
            u64::from(is_open) * OPEN / (self.met(order[one], order[other]) + 1)
        };
        let mut ranks = vec![rank, rank + 1];
        while ranks.len() < self.seats {
            let worth = |other: &usize| {
                let told: u64 = ranks.iter().map(|one| tells(*one, *other)).sum();
                let far: usize = ranks[..2].iter().map(|one| one.abs_diff(*other)).sum();
                (told, Reverse((far, *other)))
            };
            let others = (0..order.len()).filter(|other| !ranks.contains(other));
            let Some(best) = others.max_by_key(worth) else {
                break;
            };
            ranks.push(best);
        }
        ranks.into_iter().map(|rank| order[rank]).collect()
    }

    /// Ends the batch, and returns its meetings.
    pub(super) fn finish(&mut self) -> BatchMeetings {
        self.batch += 1;
        self.times.clear();
        BatchMeetings::Chosen(std::mem::take(&mut self.chosen))
    }

    /// Returns how many meetings the batch has so far.
    pub(super) fn chosen(&self) -> usize {
        self.chosen.len()
    }

    /// Returns how often two bots met.
    pub(super) fn met(&self, a: usize, b: usize) -> u64 {
        self.met.get(&(a.min(b), a.max(b))).copied().unwrap_or(0)
    }

    /// Returns how many meetings a bot has in all batches.
    pub(super) fn meetings(&self, bot: usize) -> u64 {
        self.of(bot).all
    }

    /// Returns how many meetings a bot has in the batch.
    pub(super) fn in_batch(&self, bot: usize) -> u64 {
        let meetings = self.of(bot);
        if meetings.last == self.batch {
            meetings.in_last
        } else {
            0
        }
    }

    fn of(&self, bot: usize) -> BotMeetings {
        self.bots.get(&bot).copied().unwrap_or_default()
    }

    fn count(&mut self, block: &[usize]) {
        for (i, b) in block.iter().enumerate() {
            for a in &block[..i] {
                *self.met.entry((*a, *b)).or_default() += 1;
            }
            let meetings = self.bots.entry(*b).or_default();
            if meetings.last != self.batch {
                meetings.last = self.batch;
                meetings.in_last = 0;
            }
            meetings.all += 1;
            meetings.in_last += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(selector: &mut MeetingSelector) -> Vec<(Vec<usize>, usize)> {
        match selector.finish() {
            BatchMeetings::Chosen(chosen) => chosen,
            BatchMeetings::All(..) => Vec::new(),
        }
    }

    #[test]
    fn open_neighbours_that_met_least_come_first() {
        let mut selector = MeetingSelector::new(2);
        let order = [3, 2, 0, 1];
        selector.add_neighbours(&order, &[true, false, false], 2);
        assert_eq!(chosen(&mut selector), [(vec![2, 3], 0), (vec![2, 3], 1)]);
        selector.add_neighbours(&order, &[true, false, true], 5);
        let next: Vec<usize> = chosen(&mut selector).iter().map(|m| m.0[0]).collect();
        assert_eq!(next, [0, 0, 2, 0, 2]);
        selector.add_neighbours(&order, &[false; 3], 5);
        selector.add_neighbours(&[0], &[], 5);
        selector.add_neighbours(&[], &[], 5);
        assert!(chosen(&mut selector).is_empty());
    }

    #[test]
    fn who_has_waited_longest_comes_first() {
        let mut selector = MeetingSelector::new(2);
        let (order, open) = ([0, 1, 2, 3, 4], [true; 4]);
        selector.add_idle(&order, &open, 2);
        assert_eq!(chosen(&mut selector), [(vec![0, 1], 0), (vec![1, 2], 0)]);
        // Bots 3 and 4 didn't play.
        selector.add_idle(&order, &open, 9);
        let next = [(vec![2, 3], 0), (vec![3, 4], 0), (vec![0, 1], 0)];
        assert_eq!(chosen(&mut selector), next);
        selector.add_idle(&[0], &[], 9);
        assert!(chosen(&mut selector).is_empty());
    }

    #[test]
    fn neighbours_fill_the_table() {
        let mut selector = MeetingSelector::new(4);
        let open = [false, false, false, true, false, false];
        selector.add_neighbours(&[0, 1, 2, 3, 4, 5, 6], &open, 1);
        assert_eq!(chosen(&mut selector), [(vec![2, 3, 4, 5], 0)]);
    }

    #[test]
    fn a_larger_block_counts_for_all_its_neighbours() {
        let mut selector = MeetingSelector::new(3);
        selector.add_neighbours(&[0, 1, 2, 3], &[true; 3], 3);
        let blocks = chosen(&mut selector).into_iter().map(|m| m.0);
        // The first block holds two pairs of neighbours, so the third pair is next, and then the first again.
        let expected = [[0, 1, 2], [1, 2, 3], [0, 1, 2]];
        assert_eq!(blocks.collect::<Vec<_>>(), expected);
    }
}
