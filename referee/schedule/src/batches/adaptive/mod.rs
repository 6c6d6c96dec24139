//! Adaptive format: a round robin in batches that goes on until the ranks are separated.
//!
//! In the first batch all bots meet each other. After each batch the field is rated and ranked; while it is
//! open for two neighbours which one is stronger, the next batch plays the meetings that say most about it
//! ([`MeetingSelector`]). The tournament ends when nothing is open or the budget of games is spent. Equal bots are
//! never separated: without a budget of games, the user must end the run.
//!
//! The promised probability holds for the whole run ([`super::neighbours`]). Stopping as soon as the ratings'
//! pointwise probability is high enough would sometimes end on luck: simulated with neighbours 17 Elo apart
//! and batches of 6 pairs with 2 games each, 0.95 gave 10 to 12 % of neighbours in the wrong order, and two
//! equal bots ended as separated in more than a quarter of all runs of up to 600 games.
//!
//! Newcomers meet all others in the first batch after they joined. A budget may be raised at any time: it only ever
//! cut the last batch, and a batch that is cut is the beginning of the whole one.

mod judge;

use std::collections::BTreeMap;

use referee_record::Outcome;

use super::batch::BatchMeetings;
use super::neighbours::errors;
use super::selector::MeetingSelector;
use super::{BatchFormat, BatchSchedule, BatchesEnd, RANKS, check};
use crate::blocks::Blocks;
use crate::fixed::Draw;
use crate::plan::{Attendance, Plan, PlanError};
use crate::{Schedule, TieBreak};
use judge::FieldJudge;

/// Settings of an adaptive tournament, from the plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdaptiveSettings {
    pub(crate) games_per_pair: u32,
    pub(crate) batch: u32,
    pub(crate) separated: f64,
    pub(crate) games: Option<u64>,
}

/// Adaptive format.
struct Adaptive {
    settings: AdaptiveSettings,
    seats: usize,
    judge: FieldJudge,
    selector: MeetingSelector,
}

/// Creates the schedule of an adaptive tournament; returns an error if a setting or the number of games is out
/// of range.
pub(crate) fn adaptive(
    plan: &Plan,
    settings: AdaptiveSettings,
) -> Result<Box<dyn Schedule>, PlanError> {
    check(settings.batch, settings.separated)?;
    let seats = plan.setup.seats.len();
    let blocks = Blocks::count_of(plan.bots.len(), seats).ok_or(PlanError::TooMany)?;
    let needed = (blocks as u64)
        .checked_mul(settings.games_per_pair.into())
        .ok_or(PlanError::TooMany)?;
    if let Some(games) = settings.games.filter(|games| *games < needed) {
        return Err(PlanError::Format(format!(
            "games = {games}: the first batch alone, in which everybody meets everybody, has \
             {needed}; expected at least as many"
        )));
    }
    let names = plan.everybody().map(|bot| bot.name.clone()).collect();
    let format = Adaptive {
        settings,
        seats,
        judge: FieldJudge::new(names, errors(plan, settings.separated)),
        selector: MeetingSelector::new(seats),
    };
    let schedule = BatchSchedule::new(plan, settings.games_per_pair, format)?;
    Ok(Box::new(schedule))
}

impl Adaptive {
    /// Returns the number of meetings for which games are left.
    fn left(&self, played: u64) -> usize {
        let left = self.settings.games.map(|games| {
            let left = games.saturating_sub(played) / u64::from(self.settings.games_per_pair);
            usize::try_from(left).unwrap_or(usize::MAX)
        });
        left.unwrap_or(usize::MAX)
    }
}

impl BatchFormat for Adaptive {
    fn add(&mut self, outcome: &Outcome) {
        self.judge.add(outcome);
    }

    fn park(&mut self, bot: usize) {
        self.judge.park(bot);
    }

    fn choose(&mut self, field: &Attendance, played: u64) -> Result<BatchMeetings, BatchesEnd> {
        if played > 0 {
            self.judge.rate(&[&field.here[..], &field.new[..]].concat());
        }
        let left = self.left(played);
        let newcomers = Blocks::new(field, self.seats).filter(|blocks| blocks.count() > 0);
        if newcomers.is_none() && self.judge.is_settled() {
            return Err(BatchesEnd::Settled);
        }
        if left == 0 {
            return Err(BatchesEnd::Budget);
        }
        if let Some(blocks) = newcomers {
            let count = blocks.count().min(left);
            self.selector.count_all(&blocks, count);
            return Ok(BatchMeetings::All(blocks, count));
        }
        let most = left.min(self.settings.batch as usize);
        let open = self.judge.open();
        self.selector.add_neighbours(&self.judge.order, &open, most);
        Ok(self.selector.finish())
    }

    fn most(&self) -> Option<u64> {
        self.settings.games
    }

    fn tie_breaks(&self) -> BTreeMap<String, TieBreak> {
        self.judge.tie_breaks()
    }

    fn notes(&self, played: u64, end: Option<BatchesEnd>) -> Vec<String> {
        let mut notes = vec![RANKS.to_owned()];
        notes.extend(self.judge.notes(self.settings.separated));
        let budget = self.settings.games.unwrap_or(u64::MAX);
        notes.push(match end {
            Some(BatchesEnd::Settled) if self.judge.is_separated() => {
                format!("ended after {played} games: all ranks are separated")
            }
            Some(BatchesEnd::Settled) => {
                format!("ended after {played} games: more between neighbours would say nothing new")
            }
            Some(BatchesEnd::Budget) => {
                format!("ended after {played} games: no more of {budget} are left")
            }
            Some(BatchesEnd::Nobody) => {
                format!("ended after {played} games: nobody is left to play")
            }
            None if budget == u64::MAX => {
                "goes on until all ranks are separated, without a most of games".to_owned()
            }
            None => format!("goes on until all ranks are separated, at most to {budget} games"),
        });
        notes
    }
}
