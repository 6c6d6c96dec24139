//! Counting games as they come in.

use std::collections::{BTreeMap, HashMap};

use referee_record::{Record, Step, Verdict};

use crate::crosstable::{Cell, Crosstable};
use crate::points::{Counts, Score};
use crate::seats::{SeatRow, SeatTally};
use crate::standings::{Row, rank};

/// Everything that standings, crosstables and seats need of the games so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    names: Vec<String>,
    index: HashMap<String, usize>,
    bots: Vec<BotTally>,
    /// By row and column.
    pub(crate) meetings: BTreeMap<(usize, usize), Score>,
    seats: BTreeMap<char, SeatTally>,
    games: u64,
    void: u64,
    tried_again: u64,
}

/// Counts of one bot.
#[derive(Clone, Debug, Default)]
pub(crate) struct BotTally {
    pub(crate) score: Score,
    pub(crate) counts: Counts,
    pub(crate) faults: BTreeMap<String, u64>,
    pub(crate) moves: u64,
    pub(crate) sum_ns: u64,
    pub(crate) max_ns: u64,
}

impl Tally {
    /// No game so far. Bots that aren't named here are added where records have them.
    pub fn new(names: &[String]) -> Tally {
        let mut tally = Tally::default();
        for name in names {
            tally.bot(name);
        }
        tally
    }

    /// Counts a game; each record once.
    pub fn add(&mut self, record: &Record) {
        let (job, verdict) = (&record.played.job, &record.played.verdict);
        if verdict.void.is_some() {
            if record.attempt < job.limits.tries {
                self.tried_again += 1;
            } else {
                self.void += 1;
            }
            return;
        }
        self.games += 1;
        let players: Vec<(char, usize)> = job
            .seats
            .iter()
            .map(|chair| (chair.seat, self.bot(&chair.bot)))
            .collect();
        self.add_results(verdict, &players);
        self.add_meetings(verdict, &players);
        self.add_times(record, &players);
    }

    fn add_results(&mut self, verdict: &Verdict, players: &[(char, usize)]) {
        let firsts = verdict.seats.iter().filter(|s| s.place == 1).count();
        for &(seat, bot) in players {
            let Some(result) = verdict.seat(seat) else {
                continue;
            };
            let score = Score::game(verdict.points(seat));
            let bot = &mut self.bots[bot];
            bot.score += score;
            bot.counts.add(result.place, firsts);
            if let Some(word) = &result.fault {
                *bot.faults.entry(word.clone()).or_default() += 1;
            }
            let seat = self.seats.entry(seat).or_default();
            seat.score += score;
            seat.counts.add(result.place, firsts);
        }
    }

    /// Who was ahead of whom; where nobody started, nobody was.
    fn add_meetings(&mut self, verdict: &Verdict, players: &[(char, usize)]) {
        for &(seat, row) in players {
            for &(other, column) in players.iter().filter(|(other, _)| *other != seat) {
                let (Some(own), Some(theirs)) = (verdict.seat(seat), verdict.seat(other)) else {
                    continue;
                };
                let points = match own.place.cmp(&theirs.place) {
                    _ if verdict.nobody_started() => 0.0,
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                *self.meetings.entry((row, column)).or_default() += Score::game(points);
            }
        }
    }

    /// Forced moves, which nobody was asked for, have no time.
    fn add_times(&mut self, record: &Record, players: &[(char, usize)]) {
        let movers = record.played.steps.iter().filter_map(|step| match step {
            Step::Move { seat, .. } => Some(*seat),
            _ => None,
        });
        for (mover, ply) in movers.zip(&record.measured.plies) {
            let player = players.iter().find(|(seat, _)| *seat == mover);
            if let Some((_, bot)) = player.filter(|_| ply.ns > 0) {
                let bot = &mut self.bots[*bot];
                bot.moves += 1;
                bot.sum_ns = bot.sum_ns.saturating_add(ply.ns);
                bot.max_ns = bot.max_ns.max(ply.ns);
            }
        }
    }

    fn bot(&mut self, name: &str) -> usize {
        if let Some(bot) = self.index.get(name) {
            return *bot;
        }
        self.names.push(name.to_owned());
        self.bots.push(BotTally::default());
        self.index.insert(name.to_owned(), self.bots.len() - 1);
        self.bots.len() - 1
    }

    /// The standings, the best bot first.
    pub fn standings(&self) -> Vec<Row> {
        rank(&self.names, &self.bots, &self.meetings)
    }

    /// How everybody did against everybody, in the order of the names.
    pub fn crosstable(&self) -> Crosstable {
        let cell = |row, column| {
            let score = self.meetings.get(&(row, column)).copied();
            score.map_or_else(Cell::default, Cell::from)
        };
        let all = 0..self.names.len();
        Crosstable {
            names: self.names.clone(),
            cells: all
                .clone()
                .map(|row| all.clone().map(|column| cell(row, column)).collect())
                .collect(),
        }
    }

    /// How each seat did, whoever sat in it.
    pub fn seats(&self) -> Vec<SeatRow> {
        let row = |(seat, tally): (&char, &SeatTally)| SeatRow::new(*seat, tally);
        self.seats.iter().map(row).collect()
    }

    /// Games that count.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Games that stand void: no attempt at them counts.
    pub fn void(&self) -> u64 {
        self.void
    }

    /// Void attempts at games that were to be tried again.
    pub fn tried_again(&self) -> u64 {
        self.tried_again
    }
}
