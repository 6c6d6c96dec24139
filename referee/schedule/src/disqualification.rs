//! Parks (disqualifies) a bot that keeps losing by its own fault: it plays no more games.
//!
//! The games of a run are cut into batches of [`BATCH`] by their numbers. When a batch is finished, its games
//! are processed in schedule order; a bot that has lost `park_after` games in a row by its own fault, over
//! all batches so far, is parked from the batch after the next on. So a batch can be issued while the one
//! before it is still being played, and which bot is parked from which game on is the same in every run,
//! whatever the order in which games finish.
//!
//! Void games and games that are never played neither lengthen a row nor end it, and resigning isn't a fault
//! here. A ruling that annuls a game doesn't change what was decided on it.

use std::collections::{BTreeMap, HashMap};

use referee_record::Outcome;

/// Games in a batch: more than any machine plays at once, and few compared with a night's run.
pub const BATCH: u64 = 128;

/// Decides which bots are parked, and from which game on.
#[derive(Clone, Debug)]
pub struct Disqualification {
    after: u32,
    /// Batches, numbered from 0, that have settled games and aren't decided yet.
    batches: BTreeMap<u64, Batch>,
    /// Number of batches that were decided.
    decided: u64,
    /// By bot, the games in a row that it lost by its own fault.
    rows: HashMap<String, u32>,
    parked: BTreeMap<String, u64>,
}

#[derive(Clone, Debug, Default)]
struct Batch {
    settled: u64,
    /// By game, the bots that played it and whether each lost it by its own fault.
    games: BTreeMap<u64, Vec<(String, bool)>>,
}

impl Disqualification {
    /// Parks a bot after `after` lost games in a row by its own fault; `after` is at least 1.
    pub fn new(after: u32) -> Disqualification {
        Disqualification {
            after,
            batches: BTreeMap::new(),
            decided: 0,
            rows: HashMap::new(),
            parked: BTreeMap::new(),
        }
    }

    /// Records how a game was settled: once for each game, in any order.
    pub fn record(&mut self, outcome: &Outcome) {
        let mut bots = Vec::new();
        if outcome.counts() || outcome.annulled {
            bots.extend(outcome.seats.iter().map(|seated| {
                let result = outcome.verdict.seat(seated.seat);
                let failed = result.is_some_and(|result| result.failure().is_some());
                (seated.bot.clone(), failed)
            }));
        }
        self.settle(outcome.number, bots);
    }

    /// Records that a game is never played.
    pub fn pass_over(&mut self, number: u64) {
        self.settle(number, Vec::new());
    }

    /// Returns true if it is decided which bots are parked in this game.
    pub fn is_decided(&self, number: u64) -> bool {
        batch(number) <= self.decided + 1
    }

    /// Returns true if a bot is parked in this game; the game must be decided.
    pub fn is_parked(&self, bot: &str, number: u64) -> bool {
        self.parked.get(bot).is_some_and(|first| *first <= number)
    }

    /// Returns the parked bots, each with the number of the first game from which on it doesn't play.
    pub fn parked(&self) -> &BTreeMap<String, u64> {
        &self.parked
    }

    fn settle(&mut self, number: u64, bots: Vec<(String, bool)>) {
        let entry = self.batches.entry(batch(number)).or_default();
        entry.settled += 1;
        entry.games.insert(number, bots);
        while let Some(next) = self.batches.first_entry()
            && *next.key() == self.decided
            && next.get().settled == BATCH
        {
            let games = next.remove().games;
            self.decided += 1;
            self.decide(games);
        }
    }

    /// Processes the games of a batch in schedule order.
    fn decide(&mut self, games: BTreeMap<u64, Vec<(String, bool)>>) {
        let first = (self.decided + 1) * BATCH + 1;
        for (bot, fault) in games.into_values().flatten() {
            let row = self.rows.entry(bot.clone()).or_default();
            *row = if fault { *row + 1 } else { 0 };
            if *row >= self.after {
                self.parked.entry(bot).or_insert(first);
            }
        }
    }
}

/// Returns the batch of a game, from 0; games are numbered from 1.
fn batch(number: u64) -> u64 {
    number.saturating_sub(1) / BATCH
}
