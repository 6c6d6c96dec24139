//! Simulates games that are played in parallel, and the order in which their pairs are counted.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use rand::Rng;

use super::StrengthModel;

/// Mean length, in ticks, of a game that the first bot doesn't lose; the length of a lost game is a multiple
/// of it.
const TICKS: f64 = 1e6;

/// Settings of games in parallel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParallelGames {
    /// Number of games at once; 0 counts as 1.
    pub at_once: usize,
    /// Length of a game that the first bot loses, relative to other games.
    pub lost: f64,
    /// Order in which pairs are counted.
    pub order: PairOrder,
}

/// Order in which pairs are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairOrder {
    /// Schedule order: a pair waits until all before it are finished. So nothing that depends on the length
    /// of games can decide which pairs have been counted when the test ends.
    Schedule,
    /// Order of finishing. Short pairs arrive first, so that long ones are missing when the test ends: the
    /// counts are biased.
    Finishing,
}

/// Games in parallel while they are played.
pub(super) struct ParallelRun {
    parallel: ParallelGames,
    /// Times (in ticks) at which the workers are free again.
    tables: BinaryHeap<Reverse<u64>>,
    /// Pairs that were begun: time of their end, number, half points.
    begun: BinaryHeap<Reverse<(u64, u64, usize)>>,
    /// Pairs that wait for an earlier one.
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

    /// Returns the half points of the pair that is counted next.
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

    /// Returns the number and the half points of the pair that finishes next.
    fn finished(&mut self, truth: &StrengthModel, chance: &mut impl Rng) -> (u64, usize) {
        loop {
            // A pair that isn't begun yet ends later than the time when the first worker is free.
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

    /// Plays a game on the worker that is free first, and returns the time of its end in ticks.
    fn seat(&mut self, halves: u8, chance: &mut impl Rng) -> u64 {
        let length = if halves == 0 { self.parallel.lost } else { 1.0 };
        // The length is from 0.5 to 1.5 times the mean.
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
