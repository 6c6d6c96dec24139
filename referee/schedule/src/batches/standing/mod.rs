//! Standing format: a ladder without an end, which bots join and leave at any time.
//!
//! After each batch the field is rated and ranked. A bot with few meetings is a newcomer, and has one meeting in each
//! batch until it is placed, against the bot from whose games most follows. Newcomers come before all others, but leave
//! them a quarter of a batch, so of very many those with the most meetings wait. Whoever has no result yet
//! meets the bot in the middle; from then on an opponent is worth the information of a game, which is greatest where the
//! expected score is one half, divided by the meetings of the two and by those that the opponent has in the batch. Where
//! nobody is rated, newcomers meet each other.
//!
//! Placed bots meet their neighbours in the order. Of each batch a quarter is for those that have waited longest; the
//! rest is for neighbours of whom it is open which one is stronger, or for all if nothing is open ([`MeetingSelector`]).
//! So everybody plays on, and nothing ends it but a lack of bots. What is said of separated neighbours holds for the whole
//! run, as in an adaptive tournament ([`super::neighbours`]).
//!
//! A batch costs what the bots and the pairs that met do, not the games before it: see [`RatedField`].

mod field;

use std::collections::BTreeMap;

use referee_record::Outcome;

use super::batch::BatchMeetings;
use super::neighbours::{Neighbours, errors};
use super::selector::MeetingSelector;
use super::{BatchFormat, BatchSchedule, BatchesEnd, RANKS, check, expected_score};
use crate::plan::{Attendance, Plan, PlanError};
use crate::{Schedule, TieBreak};
use field::RatedField;

/// One meeting of so many in a batch is for the bots that have waited longest.
const IDLE_SHARE: usize = 4;

/// Settings of a standing tournament, from the plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StandingSettings {
    pub(crate) games_per_pair: u32,
    pub(crate) batch: u32,
    pub(crate) placement: u32,
    pub(crate) separated: f64,
}

/// Standing format.
struct Standing {
    settings: StandingSettings,
    seats: usize,
    names: Vec<String>,
    field: RatedField,
    selector: MeetingSelector,
    /// By bot, the error of its intervals, which hold at any time.
    errors: Vec<f64>,
    /// The placed bots in their order.
    neighbours: Option<Neighbours>,
    /// Numbers of newcomers, and of all bots that play.
    newcomers: usize,
    here: usize,
}

/// Creates the schedule of a standing tournament; returns an error if a setting is out of range.
pub(crate) fn standing(
    plan: &Plan,
    settings: StandingSettings,
) -> Result<Box<dyn Schedule>, PlanError> {
    check(settings.batch, settings.separated)?;
    if settings.placement == 0 {
        let why = "placement = 0: expected at least 1 meeting".to_owned();
        return Err(PlanError::Format(why));
    }
    let seats = plan.setup.seats.len();
    let names: Vec<String> = plan.everybody().map(|bot| bot.name.clone()).collect();
    let format = Standing {
        settings,
        seats,
        field: RatedField::new(&names),
        names,
        selector: MeetingSelector::new(seats),
        errors: errors(plan, settings.separated),
        neighbours: None,
        newcomers: 0,
        here: 0,
    };
    let schedule = BatchSchedule::new(plan, settings.games_per_pair, format)?;
    Ok(Box::new(schedule))
}

impl Standing {
    /// Adds a meeting for each newcomer that isn't in the batch yet, those with the fewest meetings first, as long as the
    /// batch has fewer than `most`.
    fn place(&mut self, mut newcomers: Vec<usize>, order: &[usize], most: usize) {
        newcomers.sort_by_key(|bot| self.selector.meetings(*bot));
        for newcomer in newcomers {
            if self.selector.chosen() >= most {
                return;
            }
            if self.selector.in_batch(newcomer) == 0 {
                let opponents = self.opponents(newcomer, order);
                self.selector.add([vec![newcomer], opponents].concat());
            }
        }
    }

    /// Returns the opponents against which a game says most about where a newcomer stands, those without a result last.
    fn opponents(&self, newcomer: usize, order: &[usize]) -> Vec<usize> {
        let worth = |bot: usize| {
            let met = self.selector.met(newcomer, bot) + 1;
            let played = self.selector.in_batch(bot) + 1;
            #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
            let repeats = (met * played) as f64;
            self.field.information(newcomer, bot) / repeats
        };
        let others = order.iter().filter(|bot| **bot != newcomer);
        let mut others: Vec<(bool, f64, usize)> = others
            .map(|bot| (self.field.is_rated(*bot), worth(*bot), *bot))
            .collect();
        others.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
        others.truncate(self.seats - 1);
        others.into_iter().map(|(.., bot)| bot).collect()
    }
}

impl BatchFormat for Standing {
    fn add(&mut self, outcome: &Outcome) {
        self.field.add(outcome);
    }

    fn park(&mut self, bot: usize) {
        self.field.park(bot);
    }

    fn choose(&mut self, field: &Attendance, _played: u64) -> Result<BatchMeetings, BatchesEnd> {
        let here = [&field.here[..], &field.new[..]].concat();
        let order = self.field.rank(&here);
        let is_new = |bot: &&usize| self.selector.meetings(**bot) < self.settings.placement.into();
        let (newcomers, placed): (Vec<usize>, Vec<usize>) = order.iter().partition(is_new);
        let neighbours = self.field.neighbours(&placed, &self.errors);
        let mut open = neighbours.open();
        self.neighbours = Some(neighbours);
        (self.newcomers, self.here) = (newcomers.len(), order.len());
        if order.len() < self.seats {
            return Err(BatchesEnd::Nobody);
        }
        let most = self.settings.batch as usize;
        let idle = most.div_ceil(IDLE_SHARE);
        // A batch of one meeting can't be shared.
        let kept = if placed.len() < self.seats {
            0
        } else {
            idle.min(most - 1)
        };
        self.place(newcomers, &order, most - kept);
        if !open.contains(&true) {
            open.fill(true);
        }
        let idle = self.selector.chosen() + idle;
        self.selector.add_idle(&placed, &open, idle.min(most));
        self.selector.add_neighbours(&placed, &open, most);
        Ok(self.selector.finish())
    }

    fn tie_breaks(&self) -> BTreeMap<String, TieBreak> {
        expected_score::tie_breaks(&self.names, self.field.weights())
    }

    fn notes(&self, played: u64, end: Option<BatchesEnd>) -> Vec<String> {
        let mut notes = vec![RANKS.to_owned()];
        let neighbours = self.neighbours.as_ref();
        notes.extend(neighbours.and_then(|pairs| pairs.summary(self.settings.separated)));
        if self.newcomers > 0 {
            notes.push(format!(
                "{} of {} bots are still being placed, with fewer than {} meetings",
                self.newcomers, self.here, self.settings.placement
            ));
        }
        notes.push(if end.is_some() {
            format!("ended after {played} games: too few bots are left for one; others may join")
        } else {
            "goes on without an end".to_owned()
        });
        notes
    }
}
