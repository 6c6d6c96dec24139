//! Games that are played at the same time, and the order in which their pairs are counted.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use rand::Rng;

use super::StrengthModel;

/// Ticks of a game that isn't lost, on the average; those of a lost one are a part of it.
const TICKS: f64 = 1e6;

/// Several games played at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParallelGames {
    /// How many.
    pub at_once: usize,
    /// How long a game takes that the first bot loses, in parts of the time of another one.
    pub lost: f64,
    /// How pairs are counted.
    pub order: PairOrder,
}

/// In which order pairs are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairOrder {
    /// In that of the schedule: a pair waits until all before it are finished. Nothing that depends on
    /// the length of games can then decide which pairs there are when the test ends.
    Schedule,
    /// As they finish. Pairs that end early come in first, so that when the test ends those that last
    /// are missing: the counts are biased.
    Finishing,
}

/// Several games while they are played.
pub(super) struct ParallelRun {
    parallel: ParallelGames,
    /// When each table is free again.
    tables: BinaryHeap<Reverse<u64>>,
    /// Pairs that were begun: when they end, their number, their halves of a point.
    begun: BinaryHeap<Reverse<(u64, u64, usize)>>,
    /// Pairs that wait for one before them.
    waiting: BTreeMap<u64, usize>,
    pairs: u64,
    counted: u64,
}

impl ParallelRun {
    pub(super) fn new(parallel: ParallelGames) -> ParallelRun {
        ParallelRun {
            parallel,
            tables: (0..parallel.at_once.max(1)).map(|_| Reverse(0)).collect(),
            begun: BinaryHeap::new(),
            waiting: BTreeMap::new(),
            pairs: 0,
            counted: 0,
        }
    }

    /// The halves of a point in the pair that is counted next.
    pub(super) fn next(&mut self, truth: &StrengthModel, chance: &mut impl Rng) -> usize {
        loop {
            match self.parallel.order {
                PairOrder::Finishing => return self.finished(truth, chance).1,
                PairOrder::Schedule => {
                    if let Some(halves) = self.waiting.remove(&self.counted) {
                        self.counted += 1;
                        return halves;
                    }
                    let (number, halves) = self.finished(truth, chance);
                    self.waiting.insert(number, halves);
                }
            }
        }
    }

    /// The pair that is finished next: its number and its halves of a point.
    fn finished(&mut self, truth: &StrengthModel, chance: &mut impl Rng) -> (u64, usize) {
        loop {
            // A pair that is still to begin ends later than any table is free.
            let free = self.tables.peek().map_or(0, |Reverse(free)| *free);
            match self.begun.peek() {
                Some(Reverse((end, ..))) if *end <= free => {}
                _ => {
                    self.begin(truth, chance);
                    continue;
                }
            }
            if let Some(Reverse((_, number, halves))) = self.begun.pop() {
                return (number, halves);
            }
        }
    }

    fn begin(&mut self, truth: &StrengthModel, chance: &mut impl Rng) {
        let games = truth.draw(chance);
        let ends = games.map(|halves| self.seat(halves, chance));
        let halves = games.iter().copied().map(usize::from).sum();
        self.begun
            .push(Reverse((ends[0].max(ends[1]), self.pairs, halves)));
        self.pairs += 1;
    }

    /// Plays a game at the table that is free first, and says when it ends.
    fn seat(&mut self, halves: u8, chance: &mut impl Rng) -> u64 {
        let length = if halves == 0 { self.parallel.lost } else { 1.0 };
        // From half of the average to one and a half.
        let part = 0.5 + f64::from(chance.next_u32()) / 4_294_967_296.0;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole ticks, cut off at the range"
        )]
        let ticks = (TICKS * length * part) as u64;
        let start = self.tables.pop().map_or(0, |Reverse(free)| free);
        let end = start.saturating_add(ticks);
        self.tables.push(Reverse(end));
        end
    }
}
