//! Counting errors in the qualification.

use std::collections::{HashMap, HashSet};

use referee_record::Outcome;

use super::setting::{QUALIFICATION, Qualification};

/// The errors of every student in the qualification, and which of its games are settled.
#[derive(Clone, Debug, Default)]
pub struct QualificationErrors {
    settled: HashSet<u64>,
    counts: HashMap<String, u32>,
}

impl QualificationErrors {
    /// Takes in a game of any stage; one that was settled before changes nothing. A void game holds
    /// nothing against anybody.
    pub fn add(&mut self, stage: &Qualification, outcome: &Outcome) {
        if outcome.place.stage != QUALIFICATION || !self.settle(outcome.number) {
            return;
        }
        // What somebody decided afterwards doesn't change who was eligible when it was played.
        if !outcome.counts() && !outcome.annulled {
            return;
        }
        for seated in outcome
            .seats
            .iter()
            .filter(|seated| seated.bot != stage.examiner)
        {
            if stage.is_error(outcome, &seated.bot) {
                *self.counts.entry(seated.bot.clone()).or_default() += 1;
            }
        }
    }

    /// Takes in that a game is over with nothing to hold against anybody; false if it was before.
    pub(crate) fn settle(&mut self, number: u64) -> bool {
        self.settled.insert(number)
    }

    /// Whether these games are settled.
    pub(crate) fn has(&self, mut numbers: impl Iterator<Item = u64>) -> bool {
        numbers.all(|number| self.settled.contains(&number))
    }

    /// How many errors a student made.
    pub fn of(&self, bot: &str) -> u32 {
        self.counts.get(bot).copied().unwrap_or(0)
    }
}
