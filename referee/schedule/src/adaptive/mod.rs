//! Adaptive format: a round robin in batches that goes on until the ranks are separated.
//!
//! In the first batch all bots meet each other. After each batch the field is rated and ranked; while it is
//! open for two neighbours which one is stronger, the next batch plays the meetings that say most about it
//! ([`choice`]). Each selection follows from finished batches alone. The tournament ends when nothing is open
//! or the budget of games is spent. Equal bots are never separated: without a budget of games, the user must
//! end the run.
//!
//! The promised probability holds for the whole run ([`neighbours`]). Stopping as soon as the ratings'
//! pointwise probability is high enough would sometimes end on luck: simulated with neighbours 17 Elo apart
//! and batches of 6 pairs with 2 games each, 0.95 gave 10 to 12 % of neighbours in the wrong order, and two
//! equal bots ended as separated in more than a quarter of all runs of up to 600 games.
//!
//! Since close rivals meet most, points per game say little here; bots are ranked by the score that the
//! ratings expect of each against the whole field ([`FieldJudge::expected`]). A change is applied before the
//! first batch whose games have higher numbers than the change; in that batch the newcomers meet all others.
//! A budget may be raised at any time: it only ever cut the last batch, and a batch that is cut is the
//! beginning of the whole one.

mod batch;
mod choice;
mod judge;
mod neighbours;

use std::collections::{BTreeMap, BTreeSet};

use referee_record::{Job, Outcome};

use crate::blocks::Blocks;
use crate::fixed::{Draw, deals};
use crate::plan::game_config::{Entrant, GameConfig, GameSlot, from_one};
use crate::plan::{Attendance, Plan, PlanError};
use crate::{Schedule, TieBreak};
use batch::AdaptiveBatch;
use choice::MeetingSelector;
use judge::FieldJudge;

/// Note on the basis of the ranks, with the reason.
const RANKS: &str = "close rivals meet most, so points per game don't decide ranks: they go by the \
                     score that the ratings expect against all others";

/// Settings of an adaptive tournament, from the plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdaptiveSettings {
    pub(crate) games_per_pair: u32,
    pub(crate) batch: u32,
    pub(crate) separated: f64,
    pub(crate) games: Option<u64>,
}

/// Schedule of an adaptive tournament.
pub(crate) struct Adaptive {
    setup: GameConfig,
    settings: AdaptiveSettings,
    bots: Vec<Entrant>,
    /// Changes not applied so far: the game number that each follows, and who takes part from then on.
    changes: std::vec::IntoIter<(u64, Attendance)>,
    /// Bots that play, by their index among all bots.
    here: Vec<usize>,
    /// Deals per meeting.
    deals: usize,
    judge: FieldJudge,
    choice: MeetingSelector,
    batch: AdaptiveBatch,
    /// Games of the batch that were played or skipped.
    settled: u64,
    /// Outcomes of later batches, by game number.
    early: BTreeMap<u64, Outcome>,
    /// Number of the next game.
    next: u64,
    end: Option<End>,
}

/// Reason why no more games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Settled,
    Budget,
    /// Too few bots are left for a game, or no more games can be numbered.
    Nobody,
}

impl Adaptive {
    /// Checks the plan's settings and issues no game yet; returns an error if a setting or the number of
    /// games is out of range.
    pub(crate) fn new(plan: &Plan, settings: AdaptiveSettings) -> Result<Adaptive, PlanError> {
        let seats = plan.setup.seats.len();
        let deals = deals(1, settings.games_per_pair, seats)?;
        let refuse = |why: String| Err(PlanError::Format(why));
        if settings.batch == 0 {
            return refuse("batch = 0: expected at least 1 pair".to_owned());
        }
        let probability = settings.separated;
        if !(0.5..1.0).contains(&probability) {
            return refuse(format!(
                "separated = {probability}: expected from 0.5 to below 1, such as 0.95"
            ));
        }
        let mut arrivals = plan.arrivals().into_iter();
        let first = arrivals.next().unwrap_or_default();
        let blocks = Blocks::new(&first, seats).ok_or(PlanError::TooMany)?;
        let needed = (blocks.count() as u64)
            .checked_mul(settings.games_per_pair.into())
            .ok_or(PlanError::TooMany)?;
        if let Some(games) = settings.games.filter(|games| *games < needed) {
            return refuse(format!(
                "games = {games}: the first batch alone, in which everybody meets everybody, has \
                 {needed}; expected at least as many"
            ));
        }
        let after = plan.changes.iter().map(|change| change.after);
        let changes: Vec<_> = after.zip(arrivals).collect();
        let bots: Vec<Entrant> = plan.everybody().cloned().collect();
        let names = bots.iter().map(|bot| bot.name.clone()).collect();
        let withdrawn = plan.withdrawn().into_iter().map(str::to_owned).collect();
        let arrived = plan.changes.iter().map(|change| change.joined.len());
        let arrived = std::iter::once(plan.bots.len()).chain(arrived);
        let errors = neighbours::errors(arrived, 1.0 - settings.separated);
        let mut choice = MeetingSelector::new(seats);
        let count = blocks.count();
        choice.count_all(&blocks, count);
        Ok(Adaptive {
            setup: plan.setup.clone(),
            settings,
            bots,
            changes: changes.into_iter(),
            here: first.new,
            deals,
            judge: FieldJudge::new(names, withdrawn, &settings, errors),
            choice,
            batch: AdaptiveBatch::first(blocks),
            settled: 0,
            early: BTreeMap::new(),
            next: 1,
            end: None,
        })
    }

    /// Returns the number of games in the present batch.
    fn games(&self) -> u64 {
        self.batch.meetings() as u64 * u64::from(self.settings.games_per_pair)
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

    /// Judges the games played so far, when the whole batch is settled, and creates the next batch.
    fn turn(&mut self) {
        let newcomers = self.apply_changes();
        self.judge.rate(&self.here);
        let left = self.settings.games.map(|games| {
            let left =
                games.saturating_sub(self.next - 1) / u64::from(self.settings.games_per_pair);
            usize::try_from(left).unwrap_or(usize::MAX)
        });
        let left = left.unwrap_or(usize::MAX);
        self.batch.turn(self.next);
        if let Some(blocks) = newcomers {
            let count = blocks.count().min(left);
            self.choice.count_all(&blocks, count);
            self.batch.all(blocks, count);
        } else if self.judge.is_settled() {
            self.end = Some(End::Settled);
        } else {
            let most = left.min(self.settings.batch as usize);
            let chosen = self
                .choice
                .next(&self.judge.order, most, |a, b| self.judge.doubt(a, b));
            self.batch.chosen(chosen);
        }
        if self.end.is_none() && self.batch.meetings() == 0 {
            let spent = left == 0;
            self.end = Some(if spent { End::Budget } else { End::Nobody });
        }
        let deals = (self.batch.repetitions + self.batch.longest()).checked_mul(self.deals);
        if deals.is_none_or(|deals| u32::try_from(deals).is_err()) {
            self.end = Some(End::Nobody);
        }
        self.settled = 0;
        let later = self.early.split_off(&(self.batch.first + self.games()));
        for outcome in std::mem::replace(&mut self.early, later).values() {
            self.take_in(outcome);
        }
    }

    /// Adds an outcome of the present batch.
    fn take_in(&mut self, outcome: &Outcome) {
        self.settled += 1;
        self.judge.add(outcome);
    }

    /// Applies the changes before the next batch; returns the blocks that newcomers bring, if there are any.
    fn apply_changes(&mut self) -> Option<Blocks> {
        let known: BTreeSet<usize> = self.here.iter().copied().collect();
        while let Some((after, _)) = self.changes.as_slice().first()
            && *after < self.next
        {
            if let Some((_, arrival)) = self.changes.next() {
                self.here = [arrival.here, arrival.new].concat();
            }
        }
        self.here.retain(|bot| !self.judge.has_left(*bot));
        let (here, new) = self.here.iter().partition(|bot| known.contains(bot));
        let blocks = Blocks::new(&Attendance { here, new }, self.setup.seats.len())?;
        (blocks.count() > 0).then_some(blocks)
    }
}

impl Schedule for Adaptive {
    fn next(&mut self) -> Option<Job> {
        while self.end.is_none() {
            if self.next < self.batch.first + self.games() {
                self.next += 1;
                return Some(self.job(self.next - 1));
            }
            if self.settled < self.games() {
                return None;
            }
            self.turn();
        }
        None
    }

    fn record(&mut self, outcome: &Outcome) {
        if outcome.number < self.batch.first + self.games() {
            self.take_in(outcome);
        } else {
            self.early.insert(outcome.number, outcome.clone());
        }
    }

    fn skip(&mut self, _job: &Job, gone: &[String]) {
        self.settled += 1;
        self.judge.leave(gone);
    }

    fn finished(&self) -> bool {
        self.end.is_some()
    }

    /// None: the results decide how long the tournament lasts.
    fn size(&self) -> Option<u64> {
        None
    }

    fn most(&self) -> Option<u64> {
        self.settings.games
    }

    fn tie_breaks(&self) -> BTreeMap<String, TieBreak> {
        self.judge.tie_breaks()
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![RANKS.to_owned()];
        notes.extend(self.judge.notes());
        let (played, budget) = (self.next - 1, self.settings.games.unwrap_or(u64::MAX));
        notes.push(match self.end {
            Some(End::Settled) if self.judge.is_separated() => {
                format!("ended after {played} games: all ranks are separated")
            }
            Some(End::Settled) => {
                format!("ended after {played} games: more between neighbours would say nothing new")
            }
            Some(End::Budget) => {
                format!("ended after {played} games: no more of {budget} are left")
            }
            Some(End::Nobody) => format!("ended after {played} games: nobody is left to play"),
            None if budget == u64::MAX => {
                "goes on until all ranks are separated, without a most of games".to_owned()
            }
            None => format!("goes on until all ranks are separated, at most to {budget} games"),
        });
        notes
    }
}
