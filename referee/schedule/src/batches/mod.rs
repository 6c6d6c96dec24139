//! Formats that choose meetings by results, for as long as it takes: batches, each a function of those before.
//!
//! [`BatchSchedule`] does what these formats share: it numbers the games of a batch, waits until all of them are
//! settled, applies the changes of the plan, and lets the [`BatchFormat`] choose the next batch. So each choice follows
//! from finished batches alone. A change is applied before the first batch whose games have higher numbers than the
//! change.

mod adaptive;
mod batch;
mod expected_score;
mod neighbours;
mod selector;
mod standing;

use std::collections::{BTreeMap, HashMap, HashSet};

use referee_record::{Job, Outcome};

use crate::fixed::deals;
use crate::plan::game_config::{Entrant, GameConfig, GameSlot, from_one};
use crate::plan::{Attendance, Plan, PlanError};
use crate::{Schedule, TieBreak};

pub(crate) use adaptive::{AdaptiveSettings, adaptive};
use batch::{BatchMeetings, GameBatch};
pub(crate) use standing::{StandingSettings, standing};

/// Note on the basis of the ranks, with the reason.
const RANKS: &str = "close rivals meet most, so points per game don't decide ranks: they go by the \
                     score that the ratings expect against all others";

/// The rules by which a format chooses its meetings. Bots are identified by their index in the order in which they
/// joined.
trait BatchFormat: Send {
    /// Adds a game of the present batch; the order of games doesn't matter.
    fn add(&mut self, outcome: &Outcome);

    /// Notes that a bot was parked: it plays no more, and its results are left out of the ratings, whether they were added
    /// before or come later. Bots that were withdrawn aren't in the field either, but their results stay.
    fn park(&mut self, bot: usize);

    /// Chooses the next batch, after so many games, among the bots that were there before and those that are new;
    /// returns the reason if nothing more is played.
    fn choose(&mut self, field: &Attendance, played: u64) -> Result<BatchMeetings, BatchesEnd>;

    /// Returns the largest possible number of games; None if it isn't known.
    fn most(&self) -> Option<u64> {
        None
    }

    /// Returns by name what decides ranks before points per game.
    fn tie_breaks(&self) -> BTreeMap<String, TieBreak>;

    /// Returns notes for users after so many games, a sentence each.
    fn notes(&self, played: u64, end: Option<BatchesEnd>) -> Vec<String>;
}

/// Reason why no more games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BatchesEnd {
    /// More games would say nothing new.
    Settled,
    /// No games are left.
    Budget,
    /// Too few bots are left for a game, or no more games can be numbered.
    Nobody,
}

/// Schedule of a tournament that is played in batches.
struct BatchSchedule<F> {
    setup: GameConfig,
    format: F,
    bots: Vec<Entrant>,
    index: HashMap<String, usize>,
    /// Changes not applied so far: the game number that each follows, and who takes part from then on.
    changes: std::vec::IntoIter<(u64, Attendance)>,
    /// Bots that play, by their index among all bots.
    here: Vec<usize>,
    parked: HashSet<usize>,
    /// Games per meeting.
    games_per_pair: u32,
    /// Deals per meeting.
    deals: usize,
    batch: GameBatch,
    /// Games of the batch that were played or skipped.
    settled: u64,
    /// Outcomes of later batches, by game number.
    early: BTreeMap<u64, Outcome>,
    /// Number of the next game.
    next: u64,
    end: Option<BatchesEnd>,
}

impl<F: BatchFormat> BatchSchedule<F> {
    /// Creates the schedule and chooses the first batch; returns an error if the games of a meeting aren't a
    /// multiple of the seats.
    fn new(plan: &Plan, games_per_pair: u32, format: F) -> Result<BatchSchedule<F>, PlanError> {
        let deals = deals(1, games_per_pair, plan.setup.seats.len())?;
        let bots: Vec<Entrant> = plan.everybody().cloned().collect();
        let names = bots.iter().map(|bot| bot.name.clone());
        let mut arrivals = plan.arrivals().into_iter();
        let first = arrivals.next().unwrap_or_default();
        let after = plan.changes.iter().map(|change| change.after);
        let changes: Vec<_> = after.zip(arrivals).collect();
        let mut schedule = BatchSchedule {
            setup: plan.setup.clone(),
            format,
            index: names.zip(0..).collect(),
            bots,
            changes: changes.into_iter(),
            here: first.new.clone(),
            parked: HashSet::new(),
            games_per_pair,
            deals,
            batch: GameBatch::none(),
            settled: 0,
            early: BTreeMap::new(),
            next: 1,
            end: None,
        };
        schedule.open(&first);
        Ok(schedule)
    }

    /// Returns the number of games in the present batch.
    fn games(&self) -> u64 {
        self.batch.meetings() as u64 * u64::from(self.games_per_pair)
    }

    /// Returns the number of the first game after the present batch.
    fn after(&self) -> u64 {
        self.batch.first + self.games()
    }

    fn job(&self, number: u64) -> Job {
        let index = usize::try_from(number - self.batch.first).unwrap_or(usize::MAX);
        let rotations = self.setup.seats.len();
        let (rest, rotation) = (index / rotations, index % rotations);
        let (meeting, deal) = (rest / self.deals, rest % self.deals);
        let (block, repetition) = self.batch.meeting(meeting);
        let block: Vec<&Entrant> = block.iter().map(|bot| &self.bots[*bot]).collect();
        let spot = GameSlot {
            stage: "main",
            round: self.batch.round,
            deal: from_one((self.batch.repetitions + repetition) * self.deals + deal),
            rotation,
            rotations,
        };
        self.setup.job(number, &block, spot)
    }

    /// Opens the next batch, whose meetings are chosen among these bots.
    fn open(&mut self, field: &Attendance) {
        let chosen = match self.format.choose(field, self.next - 1) {
            Ok(meetings) => meetings,
            Err(end) => {
                self.end = Some(end);
                BatchMeetings::none()
            }
        };
        self.batch.turn(self.next, chosen);
        let deals = (self.batch.repetitions + self.batch.longest()).checked_mul(self.deals);
        let is_numbered = deals.is_some_and(|deals| u32::try_from(deals).is_ok());
        // Without a game to wait for, one batch would follow the other for ever.
        if self.batch.meetings() == 0 || !is_numbered {
            self.end = self.end.or(Some(BatchesEnd::Nobody));
        }
        self.settled = 0;
        let later = self.early.split_off(&self.after());
        for outcome in std::mem::replace(&mut self.early, later).values() {
            self.take_in(outcome);
        }
    }

    /// Adds an outcome of the present batch.
    fn take_in(&mut self, outcome: &Outcome) {
        self.settled += 1;
        self.format.add(outcome);
    }

    /// Applies the changes before the next batch; returns who takes part in it.
    fn come_and_go(&mut self) -> Attendance {
        let known: HashSet<usize> = self.here.iter().copied().collect();
        while let Some((after, _)) = self.changes.as_slice().first()
            && *after < self.next
        {
            if let Some((_, arrival)) = self.changes.next() {
                self.here = [arrival.here, arrival.new].concat();
            }
        }
        self.here.retain(|bot| !self.parked.contains(bot));
        let (here, new) = self.here.iter().partition(|bot| known.contains(bot));
        Attendance { here, new }
    }
}

impl<F: BatchFormat> Schedule for BatchSchedule<F> {
    fn next(&mut self) -> Option<Job> {
        while self.end.is_none() {
            if self.next < self.after() {
                self.next += 1;
                return Some(self.job(self.next - 1));
            }
            if self.settled < self.games() {
                return None;
            }
            let field = self.come_and_go();
            self.open(&field);
        }
        None
    }

    fn record(&mut self, outcome: &Outcome) {
        if outcome.number < self.after() {
            self.take_in(outcome);
        } else {
            self.early.insert(outcome.number, outcome.clone());
        }
    }

    fn skip(&mut self, _job: &Job, _gone: &[String], parked: &[String]) {
        self.settled += 1;
        for name in parked {
            if let Some(bot) = self.index.get(name)
                && self.parked.insert(*bot)
            {
                self.format.park(*bot);
            }
        }
    }

    fn finished(&self) -> bool {
        self.end.is_some()
    }

    /// None: the results decide how long the tournament lasts.
    fn size(&self) -> Option<u64> {
        None
    }

    fn most(&self) -> Option<u64> {
        self.format.most()
    }

    fn tie_breaks(&self) -> BTreeMap<String, TieBreak> {
        self.format.tie_breaks()
    }

    fn notes(&self) -> Vec<String> {
        self.format.notes(self.next - 1, self.end)
    }
}

/// Checks the settings that these formats share.
fn check(batch: u32, separated: f64) -> Result<(), PlanError> {
    if batch == 0 {
        let why = "batch = 0: expected at least 1 meeting".to_owned();
        return Err(PlanError::Format(why));
    }
    if !(0.5..1.0).contains(&separated) {
        return Err(PlanError::Format(format!(
            "separated = {separated}: expected from 0.5 to below 1, such as 0.95"
        )));
    }
    Ok(())
}
