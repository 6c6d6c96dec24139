//! Settings of an exam: its questions, its deals, and who qualifies.

use std::collections::HashSet;

use referee_record::{FaultKind, Outcome, Place};
use serde::{Deserialize, Serialize};

use super::{Plan, PlanError};

/// Name of the first stage as it is in records; the others are [`QUALIFICATION`] and [`MAIN`].
pub const BASICS: &str = "basics";
/// Name of the second stage as it is in records; see [`BASICS`].
pub const QUALIFICATION: &str = "qualification";
/// Name of the third stage as it is in records; see [`BASICS`].
pub const MAIN: &str = "main";

/// An exam in three stages; the first two may be left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exam {
    /// The questions: single positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basics: Option<Basics>,
    /// Decides who may play in the main stage; all students if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qualification: Option<Qualification>,
    /// The state lines that each pair of the main stage plays, once with each seating.
    pub deals: Vec<String>,
}

/// Positions in which a bot's first move is judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basics {
    /// The bot in the other seat, which resigns; it doesn't take the exam.
    pub partner: String,
    /// The positions, in order.
    pub questions: Vec<ExamQuestion>,
}

/// A position and the right moves in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExamQuestion {
    /// Name for display.
    pub name: String,
    /// State line of the position.
    pub state: String,
    /// Seat of the student; it is to move in the position.
    pub seat: char,
    /// The right moves in their canonical notation; without a list any legal move is right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<Vec<String>>,
}

impl ExamQuestion {
    /// Returns true if a move that the rules accepted is a right answer.
    pub fn is_right(&self, answer: &str) -> bool {
        let right = self.right.as_ref();
        right.is_none_or(|right| right.iter().any(|one| one == answer))
    }
}

/// Games against one bot, in which errors are counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Qualification {
    /// The bot that every student plays against; it doesn't take the exam.
    pub examiner: String,
    /// The state lines that every student plays against it, once with each seating.
    pub deals: Vec<String>,
    /// The most errors with which a student is eligible.
    pub errors: u32,
    /// The faults that count as errors.
    pub words: Vec<FaultKind>,
}

/// A student who wasn't eligible by errors that were annulled since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appeal {
    /// Name of the student's bot.
    pub bot: String,
    /// Numbers of the annulled games, which are played again under new numbers.
    pub games: Vec<u64>,
}

impl Qualification {
    /// Returns true if the bot's result in a qualification game has a fault word that counts as an error,
    /// whatever was ruled on the game since.
    pub fn is_error(&self, outcome: &Outcome, bot: &str) -> bool {
        let seated = outcome.seats.iter().find(|seated| seated.bot == bot);
        let result = seated.and_then(|seated| outcome.verdict.seat(seated.seat));
        let fault = result.and_then(|result| result.fault);
        outcome.place.stage == QUALIFICATION
            && fault.is_some_and(|fault| self.words.contains(&fault))
    }
}

impl Exam {
    /// Returns true if a bot is the examiner or the partner, which take no part in the exam.
    pub fn is_staff(&self, bot: &str) -> bool {
        let examiner = self.qualification.iter().map(|stage| &stage.examiner);
        let partner = self.basics.iter().map(|stage| &stage.partner);
        examiner.chain(partner).any(|name| name == bot)
    }

    /// Returns the number of questions.
    pub fn questions(&self) -> u64 {
        let basics = self.basics.as_ref();
        basics.map_or(0, |stage| stage.questions.len() as u64)
    }

    /// Returns the numbers of the first deals of the qualification and of the main stage, from 1: deals are
    /// numbered through all stages, the questions first, so that equal numbers are equal starts.
    pub fn first_deals(&self) -> (usize, usize) {
        let questions = self
            .basics
            .as_ref()
            .map_or(0, |stage| stage.questions.len());
        let deals = self.qualification.as_ref();
        let deals = deals.map_or(0, |stage| stage.deals.len());
        (questions + 1, questions + deals + 1)
    }

    /// Returns true if a move is a right answer to the question at this place; false outside the basics.
    pub fn is_right(&self, place: &Place, answer: &str) -> bool {
        let number = self.deal_in_stage(&place.stage, place.deal) as usize;
        let asked = self.basics.as_ref().filter(|_| place.stage == BASICS);
        let asked = asked.and_then(|stage| stage.questions.get(number.checked_sub(1)?));
        asked.is_some_and(|asked| asked.is_right(answer))
    }

    /// Converts the number of a question or deal as it is in records to its number in the stage, from 1.
    pub fn deal_in_stage(&self, stage: &str, deal: u32) -> u32 {
        let (qualification, main) = self.first_deals();
        let first = match stage {
            BASICS => 1,
            QUALIFICATION => qualification,
            _ => main,
        };
        let before = u32::try_from(first - 1).unwrap_or(u32::MAX);
        deal.saturating_sub(before)
    }

    /// Returns the number of games that so many students play before the main stage.
    pub(crate) fn first_games(&self, students: u64) -> u64 {
        let (qualification, main) = self.first_deals();
        let (questions, deals) = (qualification - 1, main - qualification);
        students.saturating_mul((questions + 2 * deals) as u64)
    }

    /// Returns the number of main-stage games of `new` newcomers, against each other and `here` others.
    pub(crate) fn main_games(&self, new: u64, here: u64) -> u64 {
        let each_other = new.saturating_mul(new.saturating_sub(1)) / 2;
        let pairs = each_other.saturating_add(new.saturating_mul(here));
        pairs.saturating_mul(2 * self.deals.len() as u64)
    }

    pub(crate) fn check(&self, plan: &Plan) -> Result<(), PlanError> {
        let refuse = |why: String| Err(PlanError::Format(why));
        let (seats, openings) = (plan.setup.seats.len(), plan.setup.openings);
        if seats != 2 {
            return refuse(format!(
                "an exam is for games of two; this one has {seats} seats"
            ));
        }
        if openings > 0 {
            return refuse("openings: the deals of an exam are played as they are".to_owned());
        }
        if plan.park_after.is_some() {
            return refuse("park_after: nobody is parked in an exam".to_owned());
        }
        let names: HashSet<&str> = plan.bots.iter().map(|bot| bot.name.as_str()).collect();
        let staff = self.qualification.iter().map(|stage| &stage.examiner);
        let staff = staff.chain(self.basics.iter().map(|stage| &stage.partner));
        if let Some(stranger) = staff.clone().find(|name| !names.contains(name.as_str())) {
            return refuse(format!(
                "{stranger:?} is the examiner's, but isn't among the bots"
            ));
        }
        let withdrawn = plan.withdrawn();
        if let Some(gone) = staff.clone().find(|name| withdrawn.contains(name.as_str())) {
            return refuse(format!("{gone:?} is the examiner's and can't be withdrawn"));
        }
        if plan.bots.iter().all(|bot| self.is_staff(&bot.name)) {
            return refuse("nobody takes the exam: expected a student's bot at least".to_owned());
        }
        if self.deals.is_empty() {
            return refuse("the main stage has no deals; expected one at least".to_owned());
        }
        for question in self.basics.iter().flat_map(|stage| &stage.questions) {
            if !plan.setup.seats.contains(&question.seat) {
                let (name, seat) = (&question.name, question.seat);
                return refuse(format!("question {name:?}: there is no seat {seat}"));
            }
        }
        if u32::try_from(self.first_deals().1 + self.deals.len()).is_err() {
            return Err(PlanError::TooMany);
        }
        Ok(())
    }
}
