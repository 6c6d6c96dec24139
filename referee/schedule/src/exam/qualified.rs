//! Counts the students' errors in the qualification.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use referee_record::Outcome;

use crate::plan::Plan;
use crate::plan::exam::{Appeal, QUALIFICATION, Qualification};

/// Errors of each student in the qualification, and which of its games are settled.
#[derive(Clone, Debug, Default)]
pub struct QualificationErrors {
    settled: HashSet<u64>,
    /// Students who made an error, by the number of the game.
    made: BTreeMap<u64, String>,
    /// Games of each student that were played again under other numbers.
    replaced: BTreeMap<String, BTreeSet<u64>>,
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
                self.made.insert(outcome.number, seated.bot.clone());
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

    /// No longer counts the errors in games that are played again by an appeal.
    pub(crate) fn replace(&mut self, appeal: &Appeal) {
        let games = self.replaced.entry(appeal.bot.clone()).or_default();
        games.extend(&appeal.games);
    }

    /// No longer counts the errors in games that are played again by any appeal of a plan.
    pub fn replace_all(&mut self, plan: &Plan) {
        let appeals = plan.changes.iter().flat_map(|change| &change.appeals);
        appeals.for_each(|appeal| self.replace(appeal));
    }

    /// Returns the number of a student's errors.
    pub fn of(&self, bot: &str) -> u32 {
        u32::try_from(self.games_of(bot).count()).unwrap_or(u32::MAX)
    }

    /// Returns the numbers of the games with a student's errors.
    pub fn games_of(&self, bot: &str) -> impl Iterator<Item = u64> {
        let replaced = self.replaced.get(bot);
        let of_bot = self.made.iter().filter(move |(_, made)| *made == bot);
        let numbers = of_bot.map(|(number, _)| *number);
        numbers.filter(move |number| replaced.is_none_or(|games| !games.contains(number)))
    }
}
