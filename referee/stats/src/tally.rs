//! Counts the games of a stage one by one.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use referee_record::{FaultKind, Outcome, Verdict};
use serde::{Deserialize, Serialize};

use crate::crosstable::{Crosstable, CrosstableCell};
use crate::marks::{Results, Worth};
use crate::points::Score;
use crate::print_set::PrintSet;
use crate::seats::SeatRow;
use crate::units::{OpenUnit, Repeats, UnitKey, UnitResult, UnitRow, add_game};

/// Counts of a stage's games so far: everything that standings, crosstables and ratings need.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub(crate) names: Vec<String>,
    pub(crate) index: HashMap<String, usize>,
    pub(crate) bots: Vec<BotTally>,
    /// Scores by row and column of the crosstable.
    pub(crate) meetings: BTreeMap<(usize, usize), Score>,
    pub(crate) seats: BTreeMap<char, Score>,
    pub(crate) units: BTreeMap<UnitResult, Repeats>,
    pub(crate) open: BTreeMap<UnitKey, OpenUnit>,
    /// The games and units seen so far, by a hash of their course.
    pub(crate) prints: PrintSet,
    pub(crate) games: Games,
    pub(crate) changed: Changed,
}

/// What has changed since a tally was stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Changed {
    pub(crate) parts: BTreeSet<TallyPart>,
    pub(crate) prints: Vec<u64>,
    /// True if the tally is never stored, and so nothing is noted: there is a part for each unit.
    off: bool,
}

impl Changed {
    fn note(&mut self, part: impl FnOnce() -> TallyPart) {
        if !self.off {
            self.parts.insert(part());
        }
    }
}

/// Numbers of games of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// Games that count.
    pub counted: u64,
    /// Number of counted games that differ from all others in bots, seats, start, dice or moves.
    pub distinct: u64,
    /// Void games, in which no attempt counts, including annulled ones.
    pub void: u64,
    /// Void attempts at games that were to be tried again, including annulled ones.
    pub tried_again: u64,
    /// Games that a ruling annulled, to be played again or not.
    pub annulled: u64,
}

/// A part of a tally that can be stored separately; as JSON it is the key of that part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TallyPart {
    Games,
    Bot(String),
    Meeting(String, String),
    Seat(char),
    Unit(UnitResult),
    Open(UnitKey),
}

/// Counts of one bot.
///
/// Stored in every run and compared on `verify`: with another field, or another way to count, the runs that are there
/// can't be read or seem damaged. What only a table needs is counted from outcomes, as `count_places` does in
/// `report/src/standings/stage_games.rs`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct BotTally {
    /// Index in the order in which bots joined.
    pub(crate) place: usize,
    pub(crate) score: Score,
    /// Faults by verdict word, including `resigned` as in all earlier files, since stored counts are compared
    /// with those of the games; read them with [`BotTally::failures`].
    pub(crate) faults: BTreeMap<FaultKind, u64>,
    pub(crate) moves: u64,
    pub(crate) sum_ns: u64,
    pub(crate) max_ns: u64,
    pub(crate) allowed_ns: u64,
    /// Lines of chatter.
    pub(crate) chatter: u64,
    /// Number and attempt of the first game with some.
    pub(crate) chatter_game: Option<(u64, u32)>,
}

impl BotTally {
    /// Returns its faults. Resigning is a bot's decision and not a fault.
    pub(crate) fn failures(&self) -> BTreeMap<FaultKind, u64> {
        let mut faults = self.faults.clone();
        faults.remove(&FaultKind::Resigned);
        faults
    }
}

impl Tally {
    /// Creates a tally without a game. Bots that aren't named here are added when outcomes contain them.
    pub fn new(names: &[String]) -> Tally {
        Tally::default().with(names)
    }

    /// Creates a tally that is never stored: it takes less memory, and [`Tally::changes`] returns nothing.
    pub fn unstored(names: &[String]) -> Tally {
        let mut tally = Tally::default();
        tally.changed.off = true;
        tally.with(names)
    }

    /// Creates a tally without bots and games, which is stored if this one is.
    pub(crate) fn empty(&self) -> Tally {
        let mut tally = Tally::default();
        tally.changed.off = self.changed.off;
        tally
    }

    fn with(mut self, names: &[String]) -> Tally {
        for name in names {
            self.bot(name);
        }
        self
    }

    /// Counts a game; each outcome must be added once.
    pub fn add(&mut self, outcome: &Outcome) {
        self.changed.note(|| TallyPart::Games);
        let verdict = &outcome.verdict;
        self.games.annulled += u64::from(outcome.annulled);
        if outcome.again {
            self.games.tried_again += 1;
            return;
        }
        self.add_unit(outcome);
        if !outcome.counts() {
            self.games.void += 1;
            return;
        }
        self.games.counted += 1;
        self.games.distinct += u64::from(self.is_new(outcome.print));
        let players: Vec<(char, usize)> = outcome
            .seats
            .iter()
            .map(|seated| (seated.seat, self.bot(&seated.bot)))
            .collect();
        self.add_results(verdict, &players);
        self.add_meetings(verdict, &players);
        self.add_times(outcome, &players);
    }

    fn add_unit(&mut self, outcome: &Outcome) {
        self.changed.note(|| TallyPart::Open(UnitKey::of(outcome)));
        if let Some((result, print)) = add_game(&mut self.open, outcome) {
            let new = self.is_new(print);
            self.changed.note(|| TallyPart::Unit(result.clone()));
            let repeats = self.units.entry(result).or_default();
            repeats.count += 1;
            repeats.distinct += u64::from(new);
        }
    }

    /// Returns true if no game or unit before had this hash.
    fn is_new(&mut self, print: u64) -> bool {
        let new = self.prints.insert(print);
        if new && !self.changed.off {
            self.changed.prints.push(print);
        }
        new
    }

    fn add_results(&mut self, verdict: &Verdict, players: &[(char, usize)]) {
        let firsts = verdict.seats.iter().filter(|s| s.place == 1).count();
        for &(seat, bot) in players {
            let Some(result) = verdict.seat(seat) else {
                continue;
            };
            self.changed
                .note(|| TallyPart::Bot(self.names[bot].clone()));
            self.changed.note(|| TallyPart::Seat(seat));
            let points = verdict.points(seat);
            let counted = Results::of_place(result.place, firsts);
            let bot = &mut self.bots[bot];
            bot.score.add(points, counted);
            if let Some(fault) = result.fault {
                *bot.faults.entry(fault).or_default() += 1;
            }
            self.seats.entry(seat).or_default().add(points, counted);
        }
    }

    /// Counts which bot was ahead of which other; if no bot started, none was.
    fn add_meetings(&mut self, verdict: &Verdict, players: &[(char, usize)]) {
        for &(seat, row) in players {
            for &(other, column) in players.iter().filter(|(other, _)| *other != seat) {
                let (Some(own), Some(theirs)) = (verdict.seat(seat), verdict.seat(other)) else {
                    continue;
                };
                let (points, result) = match own.place.cmp(&theirs.place) {
                    _ if verdict.nobody_started() => (0.0, Results::LOSS),
                    Ordering::Less => (1.0, Results::WIN),
                    Ordering::Equal => (0.5, Results::DRAW),
                    Ordering::Greater => (0.0, Results::LOSS),
                };
                self.changed.note(|| {
                    TallyPart::Meeting(self.names[row].clone(), self.names[column].clone())
                });
                let met = self.meetings.entry((row, column)).or_default();
                met.add(points, result);
            }
        }
    }

    fn add_times(&mut self, outcome: &Outcome, players: &[(char, usize)]) {
        for (seated, (_, bot)) in outcome.seats.iter().zip(players) {
            let bot = &mut self.bots[*bot];
            bot.moves += seated.spent.moves;
            bot.sum_ns = bot.sum_ns.saturating_add(seated.spent.sum_ns);
            bot.max_ns = bot.max_ns.max(seated.spent.max_ns);
            bot.allowed_ns = bot.allowed_ns.saturating_add(seated.spent.allowed_ns);
            if seated.chatter > 0 {
                let game = (outcome.number, outcome.attempt);
                bot.chatter = bot.chatter.saturating_add(seated.chatter);
                bot.chatter_game = Some(bot.chatter_game.map_or(game, |first| first.min(game)));
            }
        }
    }

    pub(crate) fn bot(&mut self, name: &str) -> usize {
        if let Some(bot) = self.index.get(name) {
            return *bot;
        }
        let place = self.names.len();
        self.names.push(name.to_owned());
        self.bots.push(BotTally {
            place,
            ..BotTally::default()
        });
        self.index.insert(name.to_owned(), place);
        self.changed.note(|| TallyPart::Bot(name.to_owned()));
        place
    }

    /// Returns the results of each bot against each other bot, in the order of the names; see
    /// [`Tally::ranked`] for `worth`.
    pub fn crosstable(&self, worth: Option<Worth>) -> Crosstable {
        let cell = |row, column| {
            let score = self.meetings.get(&(row, column));
            let sum = score.map(|score| score.sum(worth));
            sum.map_or_else(CrosstableCell::default, CrosstableCell::from)
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

    /// Returns the results of each seat, whichever bot was in it; see [`Tally::ranked`] for `worth`.
    pub fn seats(&self, worth: Option<Worth>) -> Vec<SeatRow> {
        let row = |(seat, score): (&char, &Score)| SeatRow::new(*seat, *score, worth);
        self.seats.iter().map(row).collect()
    }

    /// Returns the complete units in which every game counts.
    pub fn units(&self) -> Vec<UnitRow> {
        let row = |(result, repeats): (&UnitResult, &Repeats)| UnitRow {
            result: result.clone(),
            count: repeats.count,
            distinct: repeats.distinct,
        };
        self.units.iter().map(row).collect()
    }

    /// Returns the names of the bots, in the order in which they joined.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the numbers of games of each kind.
    pub fn games(&self) -> Games {
        self.games
    }
}
