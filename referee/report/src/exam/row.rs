//! A row of an exam's table: a student's results in each stage, and the points for them.

use referee_config::Person;
use referee_output::text_layout::count as count_of;
use referee_schedule::exam::{BASICS, MAIN, QUALIFICATION};
use referee_stats::{Grade, Points, Results, Scale, StagePoints};
use referee_tournament::ExamFaults;

use super::exam_data::{ExamData, ExamGame, ExamGameEnd};

/// A student who took the exam or was expected to.
pub struct ExamRow {
    /// Id, name and alias; the id is the name in the run.
    pub person: Person,
    /// Rank from 1, where equal ones share the better rank; `None` outside the main stage.
    pub rank: Option<usize>,
    /// Standing of the student: in the main stage, or the reason why not.
    pub standing: StageStatus,
    /// Games of the main stage that count.
    pub results: Results,
    /// Score and mark; 0 outside the main stage.
    pub grade: Grade,
    /// Number of right answers.
    pub basics: u64,
    /// Number of questions, without those whose game is void.
    pub questions: u64,
    /// Points of each stage; none for a withdrawn student.
    pub points: Points,
    /// Errors in the qualification, without annulled ones.
    pub errors: u64,
    /// Void games of the qualification.
    pub void: u64,
    /// The student made no more errors in the qualification than are allowed, as its games count now; `None`
    /// while none of the student's games counts.
    pub passed: Option<bool>,
    /// Faults in all stages.
    pub faults: ExamFaults,
}

/// Standing of a student with regard to the main stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StageStatus {
    /// In the main stage.
    Eligible,
    /// Too many errors in the qualification.
    NotEligible,
    /// Withdrawn from the exam.
    Withdrawn,
    /// The submission could not be played.
    Refused {
        /// The reason, in a line.
        why: String,
        /// Output of its build.
        log: String,
    },
    /// There is no submission.
    Missing,
}

impl ExamRow {
    /// Returns the reason why the student isn't in the main stage, in a line; only for the instructor and
    /// that student.
    pub fn why(&self, allowed: Option<u32>) -> Option<String> {
        let errors = count_of(self.errors, "error");
        match &self.standing {
            StageStatus::Eligible => None,
            StageStatus::NotEligible if self.passed != Some(false) => {
                Some("not eligible: errors that were annulled, but not played again yet".into())
            }
            StageStatus::NotEligible => {
                let most = allowed.unwrap_or(0);
                Some(format!("not eligible: {errors}, at most {most} allowed"))
            }
            StageStatus::Withdrawn => Some("withdrawn".to_owned()),
            StageStatus::Refused { why, .. } => Some(why.clone()),
            StageStatus::Missing => Some("no submission".to_owned()),
        }
    }

    /// Returns the row of a student without games.
    pub fn absent(person: Person, standing: StageStatus, questions: u64) -> ExamRow {
        ExamRow {
            person,
            rank: None,
            standing,
            results: Results::default(),
            grade: ExamRow::nothing(),
            basics: 0,
            questions,
            points: Points::default(),
            errors: 0,
            void: 0,
            passed: None,
            faults: ExamFaults::default(),
        }
    }

    /// Returns the grade of those outside the main stage.
    fn nothing() -> Grade {
        Grade {
            score: 0,
            normalized: None,
            mark: 0.0,
        }
    }
}

/// Computes the row of a student who plays or has played.
pub(super) fn row(
    course: &ExamData,
    scale: &Scale,
    stages: StagePoints,
    person: Person,
) -> ExamRow {
    let bot = person.id.clone();
    let mut row = ExamRow::absent(person, StageStatus::Eligible, course.exam.questions());
    for game in course.games_of(&bot, MAIN) {
        count(&mut row.results, game.end(&bot));
    }
    let stage = course.exam.qualification.as_ref();
    if course.plan.withdrawn().contains(bot.as_str()) {
        row.standing = StageStatus::Withdrawn;
    } else if stage.is_some_and(|stage| course.errors.of(&bot) > stage.errors) {
        row.standing = StageStatus::NotEligible;
    } else {
        row.grade = scale.grade(row.results);
    }
    let withdrawn = row.standing == StageStatus::Withdrawn;
    let mut counted = false;
    for game in course.games_of(&bot, QUALIFICATION) {
        let error = stage.is_some_and(|stage| stage.is_error(&game.outcome, &bot));
        if game.end(&bot) == ExamGameEnd::Void {
            let replaced = course.replacement(game.outcome.number).is_some();
            row.void += u64::from(!replaced);
        } else {
            counted = true;
            row.errors += u64::from(error);
        }
    }
    row.passed = stage
        .filter(|_| counted)
        .map(|stage| !withdrawn && row.errors <= stage.errors.into());
    for game in course.games_of(&bot, BASICS) {
        row.basics += u64::from(is_right(course, game));
        row.questions -= u64::from(game.end(&bot) == ExamGameEnd::Void);
    }
    for game in course.games.values() {
        row.faults.add(&game.outcome, &bot);
    }
    if !withdrawn {
        let passed = row.passed == Some(true);
        row.points = Points {
            basics: stages.of_answers(row.basics, row.questions),
            qualification: if passed { stages.qualification } else { 0.0 },
            games: row.grade.mark,
        };
    }
    row
}

/// Returns whether a question was answered correctly.
pub(super) fn is_right(course: &ExamData, game: &ExamGame) -> bool {
    let answer = game.answer.as_ref().filter(|_| game.outcome.counts());
    answer.is_some_and(|answer_text| course.exam.is_right(&game.outcome.place, answer_text))
}

/// Counts a game of the main stage by its result.
pub(super) fn count(results: &mut Results, end: ExamGameEnd) {
    match end {
        ExamGameEnd::Win => results.wins += 1,
        ExamGameEnd::Draw => results.draws += 1,
        ExamGameEnd::Loss | ExamGameEnd::Error => results.losses += 1,
        ExamGameEnd::Void => {}
    }
}
