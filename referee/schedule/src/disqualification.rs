//! Parks (disqualifies) a bot that keeps losing by its own fault: it plays no more games.
//!
//! A bot that has lost `park_after` games in a row by its own fault is parked from its next pair or block on.
//! The rows are those of the schedule: whether a bot plays a block follows from its games before that block
//! alone, so which bot is parked from which game on is the same in every run, whatever the order in which
//! games finish. A block waits only while the open games before it could still park one of its bots: a bot
//! without a fault has fewer than `park_after` open games before each block.
//!
//! Void games and games that are never played neither lengthen a row nor end it, and resigning isn't a fault
//! here. A ruling that annuls a game doesn't change what was decided on it.

use std::collections::{BTreeMap, HashMap};

use referee_record::{Job, Outcome};

/// Decides which bots are parked, and from which game on.
#[derive(Clone, Debug)]
pub struct Disqualification {
    after: u32,
    bots: HashMap<String, FaultRow>,
    /// Games that were settled before the schedule returned them, by number.
    early: HashMap<u64, Settled>,
    parked: BTreeMap<String, u64>,
}

/// The bots that lost a game by their own fault; None if the game doesn't count.
type Settled = Option<Vec<String>>;

/// The games of a bot, in schedule order.
#[derive(Clone, Debug, Default)]
struct FaultRow {
    /// Games in a row that it lost by its own fault, up to its first open game.
    lost: u32,
    /// Its games from the first open one on, by number.
    games: BTreeMap<u64, PlayedGame>,
}

#[derive(Clone, Copy, Debug)]
struct PlayedGame {
    /// Number of the first game after its block.
    next: u64,
    /// True if the bot lost by its own fault; None while the game is open.
    fault: Option<bool>,
}

impl Disqualification {
    /// Parks a bot after `after` lost games in a row by its own fault; `after` is at least 1.
    pub fn new(after: u32) -> Disqualification {
        Disqualification {
            after,
            bots: HashMap::new(),
            early: HashMap::new(),
            parked: BTreeMap::new(),
        }
    }

    /// Adds the next game of the schedule: every game once, in schedule order.
    pub fn add(&mut self, job: &Job) {
        let next = first_of_block(job) + u64::from(job.place.rotations.max(1));
        for seat in &job.seats {
            let games = &mut self.bots.entry(seat.bot.clone()).or_default().games;
            games.insert(job.number, PlayedGame { next, fault: None });
        }
        if let Some(settled) = self.early.remove(&job.number) {
            let bots: Vec<&str> = job.seats.iter().map(|seat| &*seat.bot).collect();
            self.settle(job.number, &bots, settled.as_deref());
        }
    }

    /// Records how a game was settled: once for each game, in any order.
    pub fn record(&mut self, outcome: &Outcome) {
        let counts = outcome.counts() || outcome.annulled;
        let settled: Settled = counts.then(|| {
            let failed = outcome.seats.iter().filter(|seated| {
                let result = outcome.verdict.seat(seated.seat);
                result.is_some_and(|result| result.failure().is_some())
            });
            failed.map(|seated| seated.bot.clone()).collect()
        });
        let bots: Vec<&str> = outcome.seats.iter().map(|seated| &*seated.bot).collect();
        let number = outcome.number;
        let row = bots.first().and_then(|bot| self.bots.get(*bot));
        if row.is_some_and(|row| row.games.contains_key(&number)) {
            self.settle(number, &bots, settled.as_deref());
        } else {
            self.early.insert(number, settled);
        }
    }

    /// Records that a game, which was added, is never played.
    pub fn pass_over(&mut self, job: &Job) {
        let bots: Vec<&str> = job.seats.iter().map(|seat| &*seat.bot).collect();
        self.settle(job.number, &bots, None);
    }

    /// Returns true if it is decided which bots are parked in this game, the next of the schedule.
    pub fn is_decided(&self, job: &Job) -> bool {
        let first = first_of_block(job);
        job.seats.iter().all(|seat| {
            let row = self.bots.get(&seat.bot);
            self.parked.contains_key(&seat.bot)
                || row.is_none_or(|row| !row.may_reach(self.after, first))
        })
    }

    /// Returns true if a bot is parked in the game with this number, which must be decided.
    pub fn is_parked(&self, bot: &str, number: u64) -> bool {
        self.parked.get(bot).is_some_and(|first| *first <= number)
    }

    /// Returns the parked bots, each with the number of the first game from which on it doesn't play.
    pub fn parked(&self) -> &BTreeMap<String, u64> {
        &self.parked
    }

    fn settle(&mut self, number: u64, bots: &[&str], settled: Option<&[String]>) {
        for bot in bots {
            let Some(row) = self.bots.get_mut(*bot) else {
                continue;
            };
            match settled {
                Some(failed) => {
                    if let Some(game) = row.games.get_mut(&number) {
                        game.fault = Some(failed.iter().any(|name| name == bot));
                    }
                }
                None => {
                    row.games.remove(&number);
                }
            }
            if let Some(next) = row.advance(self.after) {
                self.parked.entry((*bot).to_owned()).or_insert(next);
            }
        }
    }
}

impl FaultRow {
    /// Counts the settled games before the first open one; returns the number of the first game after the
    /// block in which the row reached `after`, if it did.
    fn advance(&mut self, after: u32) -> Option<u64> {
        let mut reached = None;
        while let Some(first) = self.games.first_entry()
            && let Some(fault) = first.get().fault
        {
            let next = first.remove().next;
            self.lost = if fault { self.lost + 1 } else { 0 };
            if self.lost >= after {
                reached = reached.or(Some(next));
            }
        }
        reached
    }

    /// Returns true if the open games before the game `first` could make a row of `after`.
    fn may_reach(&self, after: u32, first: u64) -> bool {
        let mut row = self.lost;
        self.games.range(..first).any(|(_, game)| {
            row = if game.fault == Some(false) {
                0
            } else {
                row + 1
            };
            row >= after
        })
    }
}

/// Returns the number of the first game of a game's pair or block, in which the seats aren't rotated.
fn first_of_block(job: &Job) -> u64 {
    job.number
        .saturating_sub(u64::from(job.place.rotation.saturating_sub(1)))
}
