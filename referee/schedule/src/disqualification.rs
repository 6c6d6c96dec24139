//! Parking: a bot that keeps losing by its own fault isn't asked any more.
//!
//! The games of a run are cut into batches of [`BATCH`] by their numbers. When a batch is finished,
//! its games are gone through in schedule order; a bot that has lost `park_after` games in a row by its
//! own fault, over all batches so far, is parked from the batch after the next on. So a batch can be
//! handed out while the one before it is still being played, and who is parked from where on is the
//! same in every run, however its games came in.
//!
//! Void games and those that nobody plays neither make a row longer nor end it, and resigning isn't a
//! fault here. A ruling changes nothing about a game that stays as it is: what was decided on it stands.

use std::collections::{BTreeMap, HashMap};

use referee_record::Outcome;

/// Games in a batch: more than any machine plays at once, and few beside a night's run.
pub const BATCH: u64 = 128;

/// Decides who is parked from which game on.
#[derive(Clone, Debug)]
pub struct Disqualification {
    after: u32,
    /// Batches, from 0, of which games are settled, as far as they aren't decided on.
    batches: BTreeMap<u64, Batch>,
    /// How many batches were gone through.
    decided: u64,
    /// Games in a row that were lost by own faults.
    rows: HashMap<String, u32>,
    parked: BTreeMap<String, u64>,
}

#[derive(Clone, Debug, Default)]
struct Batch {
    settled: u64,
    /// Who played each game, and whether they lost it by their own fault.
    games: BTreeMap<u64, Vec<(String, bool)>>,
}

impl Disqualification {
    /// Parks whoever loses so many games in a row by its own fault, from 1.
    pub fn new(after: u32) -> Disqualification {
        Disqualification {
            after,
            batches: BTreeMap::new(),
            decided: 0,
            rows: HashMap::new(),
            parked: BTreeMap::new(),
        }
    }

    /// Takes in how a game was settled: once for each game, in any order.
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

    /// Takes in that a game is never played.
    pub fn pass_over(&mut self, number: u64) {
        self.settle(number, Vec::new());
    }

    /// Whether it is decided who plays in this game.
    pub fn is_decided(&self, number: u64) -> bool {
        batch(number) <= self.decided + 1
    }

    /// Whether a bot doesn't play in this game, which is decided.
    pub fn is_parked(&self, bot: &str, number: u64) -> bool {
        self.parked.get(bot).is_some_and(|first| *first <= number)
    }

    /// Who is parked, and the number of the first game from which on they don't play.
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

    /// Goes through the games of a batch, in schedule order.
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

/// The batch of a game, from 0; games are numbered from 1.
fn batch(number: u64) -> u64 {
    number.saturating_sub(1) / BATCH
}
