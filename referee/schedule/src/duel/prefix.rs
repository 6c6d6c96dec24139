//! The longest unbroken beginning of finished pairs, and what they came to.

use std::collections::{BTreeMap, HashSet};

use referee_record::Outcome;
use serde::Serialize;

use super::end::{End, Side};
use super::game::{self, Fault};
use super::rule::{COPIES_PERCENT, Goal, Rule};

/// The finished pairs before the first unfinished one, up to the one that ended the duel.
///
/// It is the same however their games came in.
#[derive(Clone, Debug)]
pub struct Prefix {
    names: [String; 2],
    rule: Rule,
    pairs: u64,
    counts: [u64; 5],
    games: [u64; 3],
    left_out: Vec<LeftOut>,
    faults: Vec<Fault>,
    rows: [u32; 2],
    identical: u64,
    courses: HashSet<u64>,
    llr: f64,
    end: Option<End>,
    /// Games behind the beginning, by their numbers; nothing for one that will never be played.
    beyond: BTreeMap<u64, Option<Outcome>>,
    /// Finished games that don't count, since the duel has ended before them.
    late: u64,
}

/// A pair of which a game doesn't count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The number of its first game.
    pub game: u64,
    /// Why.
    pub because: String,
}

impl Prefix {
    pub(super) fn new(names: [String; 2], rule: Rule) -> Prefix {
        Prefix {
            names,
            rule,
            pairs: 0,
            counts: [0; 5],
            games: [0; 3],
            left_out: Vec::new(),
            faults: Vec::new(),
            rows: [0; 2],
            identical: 0,
            courses: HashSet::new(),
            llr: 0.0,
            end: None,
            beyond: BTreeMap::new(),
            late: 0,
        }
    }

    /// Takes in how a game was settled, in any order.
    pub(super) fn record(&mut self, outcome: &Outcome) {
        self.settle(outcome.number, Some(outcome.clone()));
    }

    /// Takes in that a game will never be played.
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
            let numbers = [2 * self.pairs + 1, 2 * self.pairs + 2];
            if numbers.iter().any(|n| !self.beyond.contains_key(n)) {
                return;
            }
            let pair = numbers.map(|n| self.beyond.remove(&n).flatten());
            self.pairs += 1;
            self.count(numbers[0], &pair);
            self.end = self.rule.end(self);
        }
        self.late += self.beyond.len() as u64;
        self.beyond.clear();
    }

    /// Counts a pair.
    fn count(&mut self, game: u64, pair: &[Option<Outcome>; 2]) {
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
                        self.left_out.push(LeftOut { game, because });
                    }
                }
            }
        }
        let Some(halves) = halves else { return };
        self.counts[halves] += 1;
        for outcome in pair.iter().flatten() {
            self.games[game::halves(&self.names, outcome)] += 1;
            let clean = outcome.verdict.seats.iter().all(|own| own.fault.is_none());
            let copy = clean && !self.courses.insert(outcome.course());
            self.identical += u64::from(copy);
        }
        if let Goal::Test(test, _) = self.rule.goal() {
            self.llr = test.llr(self.counts);
        }
    }

    /// The points of the first bot in halves, or why the game doesn't count; takes note of faults.
    fn points(&mut self, outcome: &Outcome) -> Result<usize, String> {
        if let Some(why) = &outcome.verdict.void {
            return Err(format!("game {}: {why}", outcome.number));
        }
        for bot in 0..2 {
            let name = &self.names[bot];
            let Some(word) = game::fault(name, outcome) else {
                self.rows[bot] = 0;
                continue;
            };
            self.rows[bot] += 1;
            game::count(&mut self.faults, name, word);
        }
        if outcome.verdict.nobody_started() {
            return Err(format!("game {}: nobody started", outcome.number));
        }
        Ok(game::halves(&self.names, outcome))
    }

    /// The two bots; all figures are those of the first.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// When it ends.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Finished pairs, those that are left out included.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Pairs that count, by the points that the first bot made in them: 0, ½, 1, 1½, 2.
    pub fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// How many pairs count.
    pub fn counted(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The games of these pairs that the first bot lost, drew and won.
    pub fn games(&self) -> [u64; 3] {
        self.games
    }

    /// Pairs that don't count, with the reason.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// Games lost by faults, also those of pairs that don't count.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Games that have start, dice and moves of an earlier one, whoever sat where.
    pub fn identical(&self) -> u64 {
        self.identical
    }

    /// Whether so many games are copies that no test is decided by them.
    pub fn is_copied(&self) -> bool {
        100 * self.identical > COPIES_PERCENT * self.games.iter().sum::<u64>()
    }

    /// The log-likelihood ratio of the test; 0 where there is none.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// How it ended, if it did.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Finished games that don't count so far: behind an unfinished pair, or behind the end.
    pub fn beyond(&self) -> u64 {
        self.beyond.len() as u64 + self.late
    }

    pub(super) fn faults_in_a_row(&self, bot: usize) -> u32 {
        self.rows[bot]
    }

    /// How it stands, in a sentence.
    pub(super) fn sentence(&self) -> String {
        let pairs = self.pairs;
        let Some(end) = &self.end else {
            return match self.rule.goal() {
                Goal::Games => format!("{pairs} of {} pairs are finished", self.rule.pairs()),
                Goal::Precision(elo) => {
                    format!("{pairs} pairs are finished; goes on until ± {elo} Elo")
                }
                Goal::Test(..) => format!("{pairs} pairs are finished; the test isn't decided"),
            };
        };
        let because = match end {
            End::Accepted(Side::H0) => "H0 is accepted".to_owned(),
            End::Accepted(Side::H1) => "H1 is accepted".to_owned(),
            End::Played => "all of its games are played".to_owned(),
            End::Precise => "its error is as small as was asked for".to_owned(),
            End::Copies => "undecided, since too many games are copies of others".to_owned(),
            End::Parked(bot) => format!("{bot} loses all the time by its own fault"),
            End::Cap => "undecided, since no more games were allowed".to_owned(),
            End::Starts => "undecided, since no start is left that wasn't played from".to_owned(),
        };
        format!("ended at pair {pairs}: {because}")
    }
}
