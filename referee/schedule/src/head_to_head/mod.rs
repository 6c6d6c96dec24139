//! Head-to-head match: two bots play mirrored pairs in a fixed order, until a rule ends it: a number of
//! games, an error that is small enough, or a sequential test.
//!
//! The rule is applied to the longest unbroken beginning of finished pairs in schedule order
//! ([`PairResults`]), and ends the match at the first pair that decides it, however many other pairs have
//! finished. Where many games are played at once, short games finish first, and they aren't like long ones:
//! counting in the order of finishing would be biased. Pairs are issued only a limited number ahead of that
//! beginning.

mod end;
pub(crate) mod game;
mod pair_results;
mod rule;

use std::ops::Range;

use referee_record::{Job, Outcome};

use crate::deals::Deals;
use crate::plan::game_config::{Entrant, GameConfig, GameSlot, Starts};
use crate::plan::{Format, Plan, PlanError};
use crate::{FormatResults, RepeatFinder, Schedule};

pub use crate::plan::distinct::{Distinct, MOST_FORESEEN};
pub use crate::plan::hypotheses::Hypotheses;
pub use end::{AcceptedHypothesis, MatchEnd};
pub use game::{FaultCount, FirstFault};
pub use pair_results::{OmittedPair, PairResults, Point};
pub use rule::{COPIES_PERCENT, FAULTS_PERCENT, Goal, MIN_GAMES, MIN_PAIRS, StopRule, is_failing};

/// Pairs that are issued beyond the first unfinished one: more than any machine plays at once.
const AHEAD: u64 = 256;

/// Schedule of a match between the two bots of a plan.
pub(crate) struct HeadToHead {
    setup: GameConfig,
    bots: [Entrant; 2],
    deals: Deals,
    prefix: PairResults,
    /// Number of pairs that were begun.
    pairs: u64,
    /// Number of the deal of the last of them.
    deal: u32,
    /// Numbers of the games of the last pair that aren't issued yet.
    rest: Range<u64>,
}

impl HeadToHead {
    /// Checks the plan and issues no game yet; returns an error if it isn't a match of two bots in two seats
    /// or the stop rule is invalid.
    pub(crate) fn new(plan: &Plan) -> Result<HeadToHead, PlanError> {
        let refuse = |why: String| Err(PlanError::Format(why));
        let (setup, seats) = (&plan.setup, plan.setup.seats.len());
        if seats != 2 {
            return refuse(format!(
                "a match is between two seats, but {} has {seats} here; expected an option that \
                 leaves two, such as seats=AC",
                setup.game
            ));
        }
        let [first, second] = &plan.bots[..] else {
            return refuse(format!(
                "a match is between two bots, not {}",
                plan.bots.len()
            ));
        };
        if !plan.changes.is_empty() {
            return refuse("nobody joins or leaves a match of two".to_owned());
        }
        let starts = match (&setup.distinct, &setup.start) {
            (Some(distinct), _) => distinct.count(),
            (None, Starts::States(lines)) => lines.len() as u64,
            (None, Starts::Default | Starts::Deal) => u32::MAX.into(),
        };
        let rule = StopRule::new(plan, starts)?;
        let names = [first, second].map(|bot| bot.name.clone());
        Ok(HeadToHead {
            setup: setup.clone(),
            bots: [first.clone(), second.clone()],
            deals: Deals::new(setup.distinct.clone()),
            prefix: PairResults::new(names, rule),
            pairs: 0,
            deal: 0,
            rest: 0..0,
        })
    }

    /// Returns the largest number of pairs, as far as it is known which of them are spoilt.
    fn most_pairs(&self) -> u64 {
        self.prefix.rule().most_pairs(self.prefix.spoilt())
    }

    /// Creates the game with this number from this deal: the plan's first bot has the first seat in the first game of
    /// each pair.
    fn job(&self, number: u64, deal: u32) -> Job {
        let rotation = (number - 1) % 2;
        let spot = GameSlot {
            stage: "main",
            round: 1,
            deal,
            rotation: usize::from(rotation == 1),
            rotations: 2,
        };
        let [first, second] = &self.bots;
        self.setup.job(number, &[first, second], spot)
    }
}

impl Schedule for HeadToHead {
    fn next(&mut self) -> Option<Job> {
        if self.prefix.end().is_some() {
            return None;
        }
        if self.rest.is_empty() {
            let ahead = self.prefix.pairs().saturating_add(AHEAD);
            if self.pairs >= self.most_pairs().min(ahead) {
                return None;
            }
            self.deal = self.deals.nth(self.pairs)?;
            self.rest = 2 * self.pairs + 1..2 * self.pairs + 3;
            self.pairs += 1;
        }
        let number = self.rest.next()?;
        Some(self.job(number, self.deal))
    }

    fn find_starts_by(&mut self, finder: Box<dyn RepeatFinder>) {
        self.deals.find_by(finder);
    }

    fn record(&mut self, outcome: &Outcome) {
        self.prefix.record(outcome);
    }

    fn skip(&mut self, job: &Job, _gone: &[String], _parked: &[String]) {
        self.prefix.skip(job.number);
    }

    fn finished(&self) -> bool {
        self.prefix.end().is_some() || self.rest.is_empty() && self.pairs >= self.most_pairs()
    }

    /// None: the results decide how long the match lasts; a bot that keeps failing also ends a match with a
    /// fixed number of games.
    fn size(&self) -> Option<u64> {
        None
    }

    fn most(&self) -> Option<u64> {
        let pairs = self.prefix.rule().pairs();
        (pairs < u64::from(u32::MAX)).then_some(2 * pairs)
    }

    fn ended(&self) -> bool {
        self.prefix.end().is_some()
    }

    fn late(&mut self, number: u64) -> Option<Job> {
        let most = self.most_pairs();
        let reached = most.min(self.prefix.pairs().saturating_add(AHEAD));
        if !(1..=2 * reached).contains(&number) {
            return None;
        }
        let deal = self.deals.nth((number - 1) / 2)?;
        Some(self.job(number, deal))
    }

    fn results(&self) -> FormatResults<'_> {
        FormatResults::Match(&self.prefix)
    }

    fn notes(&self) -> Vec<String> {
        vec![self.prefix.sentence()]
    }
}

impl Format {
    /// Returns true if the format is between two bots that can't change; such a format has its own rule for
    /// bots that keep failing.
    pub fn is_duel(&self) -> bool {
        matches!(
            self,
            Format::Match { .. } | Format::Sprt { .. } | Format::Tune(_)
        )
    }

    /// Tells if no start is used twice: where few bots play many games, which would be copies.
    pub fn needs_distinct_starts(&self) -> bool {
        self.is_duel() || matches!(self, Format::Gauntlet { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_that_begin_alike_are_passed_over() {
        let distinct = Distinct {
            deals: 9,
            repeats: vec![1, 2, 5, 7],
            foreseen: None,
        };
        let indices: Vec<u64> = (0..distinct.count()).map(|i| distinct.nth(i)).collect();
        assert_eq!(indices, [3, 4, 6, 8, 9]);
    }
}
