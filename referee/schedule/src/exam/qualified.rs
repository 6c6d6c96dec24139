//! Counts the students' errors in the qualification.

use std::collections::{HashMap, HashSet};

use referee_record::Outcome;

use crate::plan::exam::{QUALIFICATION, Qualification};

/// Errors of each student in the qualification, and which of its games are settled.
#[derive(Clone, Debug, Default)]
pub struct QualificationErrors {
    settled: HashSet<u64>,
    counts: HashMap<String, u32>,
}

impl QualificationErrors {
    /// Adds a game of any stage; ignores a game that was settled before. A void game counts no error.
    pub fn add(&mut self, stage: &Qualification, outcome: &Outcome) {
        if outcome.place.stage != QUALIFICATION || !self.settle(outcome.number) {
            return;
        }
        // A later ruling doesn't change who was eligible when the game was played.
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

    /// Marks a game as settled without an error; returns false if it was settled before.
    pub(crate) fn settle(&mut self, number: u64) -> bool {
        self.settled.insert(number)
    }

    /// Returns true if all of these games are settled.
    pub(crate) fn has(&self, mut numbers: impl Iterator<Item = u64>) -> bool {
        numbers.all(|number| self.settled.contains(&number))
    }

    /// Returns the number of a student's errors.
    pub fn of(&self, bot: &str) -> u32 {
        self.counts.get(bot).copied().unwrap_or(0)
    }
}
