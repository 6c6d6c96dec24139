//! Reads the run of an exam: its plan, its games and its rulings.

use std::collections::BTreeMap;
use std::path::Path;

use crate::game_view::answer;
use referee_output::failure::bad_input;
use referee_record::{Evidence, Outcome, Place, Record};
use referee_schedule::exam::Exam;
use referee_schedule::{Format, Plan};
use referee_store::{Header, LastRulings, ReadError, Ruling};
use referee_tournament::results;
use referee_tournament::results::{RunResults, unreadable};

/// The run of an exam.
pub struct ExamData {
    /// Path of its results file.
    pub path: String,
    /// The header of the run: the tournament as it was played.
    pub header: Header,
    /// The plan of its schedule.
    pub plan: Plan,
    /// The stages of the exam.
    pub exam: Exam,
    /// The last attempt at each game, by game number, with rulings applied.
    pub games: BTreeMap<u64, ExamGame>,
    /// The rulings on the games, in order.
    pub rulings: Vec<Ruling>,
    /// All games were played.
    pub complete: bool,
    /// Errors of the qualification, by which eligibility was decided; errors that were annulled are included,
    /// unless their games were played again.
    pub errors: referee_schedule::exam::QualificationErrors,
    /// Why the results may not be those that were recorded, as a sentence.
    pub not_verified: Option<String>,
}

/// A game of an exam.
pub struct ExamGame {
    /// Its outcome.
    pub outcome: Outcome,
    /// In a question: the first move of the bot that was asked, in its canonical notation.
    pub answer: Option<String>,
    /// Evidence of every fault.
    pub evidence: Vec<Evidence>,
}

impl ExamData {
    /// Reads a run; for a tournament file, the latest run next to it. Returns an error if the run can't be
    /// read or isn't an exam.
    pub fn read(path: &Path) -> anyhow::Result<ExamData> {
        let run = results::open(path)?;
        let path = run.path();
        let header = run.header().clone();
        let refuse = |why: String| bad_input(format!("{}: {why}", path.display()));
        let plan: Plan = serde_json::from_value(header.revision.plan.clone())
            .map_err(|e| refuse(format!("the plan can't be read: {e}")))?;
        let Format::Exam(exam) = plan.format.clone() else {
            return Err(refuse(
                "this run isn't an exam; `referee marks` is for format = \"exam\"".to_owned(),
            ));
        };
        let rulings = run.rulings().map_err(unreadable)?;
        let last_rulings = LastRulings::of(&rulings);
        let mut course = ExamData {
            path: path.to_string_lossy().into_owned(),
            header,
            plan,
            exam,
            games: BTreeMap::new(),
            rulings,
            complete: false,
            errors: referee_schedule::exam::QualificationErrors::default(),
            // All records are read for the marks anyway.
            not_verified: results::not_verified(&run, u64::MAX)?,
        };
        // Asked first: all games of a run that is over are among the records that follow.
        course.complete = RunResults::read(&run)?.is_over();
        for record in run.records().map_err(unreadable)? {
            let record = match record {
                Ok(record) => record,
                Err(ReadError::Torn { .. }) => break,
                Err(error) => return Err(bad_input(error)),
            };
            let mut outcome = Outcome::of(&record);
            last_rulings.apply(&mut outcome);
            if let Some(stage) = &course.exam.qualification
                && !outcome.again
            {
                course.errors.add(stage, &outcome);
            }
            course.add(record, outcome);
        }
        course.errors.replace_all(&course.plan);
        Ok(course)
    }

    fn add(&mut self, record: Record, outcome: Outcome) {
        let earlier = self.games.get(&outcome.number);
        if earlier.is_some_and(|game| game.outcome.attempt > outcome.attempt) {
            return;
        }
        let game = ExamGame {
            answer: answer(&record),
            evidence: record.measured.evidence,
            outcome,
        };
        self.games.insert(game.outcome.number, game);
    }

    /// Returns the game that was played under a new number in place of this one, after an appeal.
    pub fn replacement(&self, number: u64) -> Option<&ExamGame> {
        let appeals = self.plan.changes.iter().flat_map(|change| &change.appeals);
        let place = &self.games.get(&number)?.outcome.place;
        appeals
            .into_iter()
            .find(|appeal| appeal.games.contains(&number))?;
        let next = Place {
            round: place.round + 1,
            ..place.clone()
        };
        self.games.values().find(|game| game.outcome.place == next)
    }

    /// Returns the games of a bot in a stage, by number.
    pub fn games_of(&self, bot: &str, stage: &str) -> impl Iterator<Item = &ExamGame> {
        self.games
            .values()
            .filter(move |game| game.outcome.place.stage == stage && game.seat(bot).is_some())
    }
}

impl ExamGame {
    /// Returns the seat of a bot, if it played.
    pub fn seat(&self, bot: &str) -> Option<char> {
        let mut seats = self.outcome.seats.iter();
        seats
            .find(|seated| seated.bot == bot)
            .map(|seated| seated.seat)
    }

    /// Returns the name of the other bot; empty if there is none.
    pub fn opponent(&self, bot: &str) -> &str {
        let mut seats = self.outcome.seats.iter();
        seats
            .find(|other| other.bot != bot)
            .map_or("", |other| &other.bot)
    }

    /// Returns the result of the game for a bot.
    pub fn end(&self, bot: &str) -> ExamGameEnd {
        let verdict = &self.outcome.verdict;
        let seat = self.seat(bot).unwrap_or_default();
        if !self.outcome.counts() {
            return ExamGameEnd::Void;
        }
        match verdict.points(seat) {
            1.0.. => ExamGameEnd::Win,
            0.5.. => ExamGameEnd::Draw,
            _ if self.outcome.fault(bot).is_some() => ExamGameEnd::Error,
            _ => ExamGameEnd::Loss,
        }
    }
}

/// Result of a game for one bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExamGameEnd {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost by the rules of the game.
    Loss,
    /// Lost by its own fault.
    Error,
    /// The game doesn't count.
    Void,
}

impl ExamGameEnd {
    /// Returns the letter for this result in tables.
    pub fn letter(self) -> &'static str {
        match self {
            ExamGameEnd::Win => "W",
            ExamGameEnd::Draw => "D",
            ExamGameEnd::Loss => "L",
            ExamGameEnd::Error => "E",
            ExamGameEnd::Void => "v",
        }
    }
}
