//! The longest unbroken beginning of finished pairs, and its results.

use std::collections::BTreeMap;

use referee_record::Outcome;
use referee_stats::PrintSet;
use serde::Serialize;

use super::end::MatchEnd;
use super::game::{self, FaultCount, FirstFault};
use super::rule::{Goal, StopRule};

mod course;
mod points;
mod told;

pub use course::Point;

/// The finished pairs before the first unfinished one, up to the pair that ended the match.
///
/// It doesn't depend on the order in which games finish.
#[derive(Clone, Debug)]
pub struct PairResults {
    names: [String; 2],
    rule: StopRule,
    /// Result of each pair in halves of a point (0 to 4); None for a pair that doesn't count.
    course: Vec<Option<u8>>,
    /// Highest number of a deal of these pairs.
    deal: u32,
    counts: [u64; 5],
    games: [u64; 3],
    left_out: Vec<OmittedPair>,
    /// Pairs with a void game: others are played for them.
    spoilt: u64,
    faults: Vec<FaultCount>,
    /// Games that weren't void: of them the faults are a share.
    judged: u64,
    first_fault: Option<FirstFault>,
    rows: [u32; 2],
    identical: u64,
    courses: PrintSet,
    llr: f64,
    end: Option<MatchEnd>,
    /// Finished games after the beginning, by number; None for a game that will never be played.
    beyond: BTreeMap<u64, Option<Outcome>>,
    /// Finished games that don't count, since the match ended before them.
    late: u64,
}

/// A pair with a game that doesn't count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OmittedPair {
    /// Number of its first game.
    pub game: u64,
    /// Reason why it doesn't count.
    pub because: String,
}

impl PairResults {
    pub(super) fn new(names: [String; 2], rule: StopRule) -> PairResults {
        PairResults {
            names,
            rule,
            course: Vec::new(),
            deal: 0,
            counts: [0; 5],
            games: [0; 3],
            left_out: Vec::new(),
            spoilt: 0,
            faults: Vec::new(),
            judged: 0,
            first_fault: None,
            rows: [0; 2],
            identical: 0,
            courses: PrintSet::default(),
            llr: 0.0,
            end: None,
            beyond: BTreeMap::new(),
            late: 0,
        }
    }

    /// Records how a game was settled, in any order.
    pub(super) fn record(&mut self, outcome: &Outcome) {
        self.settle(outcome.number, Some(outcome.clone()));
    }

    /// Records that a game will never be played.
    pub(super) fn skip(&mut self, number: u64) {
        self.settle(number, None);
    }

    fn settle(&mut self, number: u64, outcome: Option<Outcome>) {
        if self.end.is_some() {
            self.late += 1;
            return;
        }
        self.beyond.insert(number, outcome);
        while self.end.is_none() {
            let first = 2 * self.pairs() + 1;
            let numbers = [first, first + 1];
            if numbers.iter().any(|n| !self.beyond.contains_key(n)) {
                return;
            }
            let pair = numbers.map(|n| self.beyond.remove(&n).flatten());
            let halves = self.count(first, &pair);
            self.course.push(halves);
            self.end = self.rule.end(self);
        }
        self.late += self.beyond.len() as u64;
        self.beyond.clear();
    }

    /// Counts a pair; returns its result in halves of a point, or None if it doesn't count.
    fn count(&mut self, game: u64, pair: &[Option<Outcome>; 2]) -> Option<u8> {
        let deals = pair.iter().flatten().map(|outcome| outcome.place.deal);
        self.deal = deals.fold(self.deal, u32::max);
        let is_void = |outcome: &Outcome| outcome.verdict.void.is_some() && !outcome.annulled;
        self.spoilt += u64::from(pair.iter().flatten().any(is_void));
        let mut halves = Some(0);
        for outcome in pair {
            let points = outcome.as_ref().map_or_else(
                || Err("a game of it wasn't played".to_owned()),
                |outcome| self.points(outcome),
            );
            match points {
                Ok(points) => halves = halves.map(|sum| sum + points),
                Err(because) => {
                    if halves.take().is_some() {
                        self.left_out.push(OmittedPair { game, because });
                    }
                }
            }
        }
        let halves = halves?;
        self.counts[usize::from(halves)] += 1;
        for outcome in pair.iter().flatten() {
            self.games[usize::from(game::halves(&self.names, outcome))] += 1;
            let clean = outcome
                .verdict
                .seats
                .iter()
                .all(|seat| seat.fault.is_none());
            let copy = clean && !self.courses.insert(outcome.course());
            self.identical += u64::from(copy);
        }
        if let Goal::Test(test, _) = self.rule.goal() {
            self.llr = test.llr(self.counts);
        }
        Some(halves)
    }
}
