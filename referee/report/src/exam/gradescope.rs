//! Writes results in the format of Gradescope's autograders: one `results.json` for each student.
//!
//! The keys are those of <https://gradescope-autograders.readthedocs.io/en/latest/specs/>: a top-level
//! `score` replaces the sum of the tests, and a test without points has a `status`.

use referee_schedule::exam::BASICS;
use serde_json::{Value, json};

use super::exam_data::{ExamGame, ExamGameEnd};
use super::fault::deal_number;
use super::folder::Folder;
use super::report::report;
use super::results::ExamResults;
use super::row::{ExamRow, StageStatus, is_right};
use crate::document::text;

/// Writes `ID/results.json` for everyone on the list.
pub fn write(results: &ExamResults, folder: &mut Folder) -> anyhow::Result<()> {
    for row in &results.rows {
        let name = folder.name(&row.person.id);
        let json = serde_json::to_string_pretty(&results_json(results, row))?;
        folder.write(&format!("{name}/results.json"), &(json + "\n"))?;
    }
    Ok(())
}

fn results_json(results: &ExamResults, row: &ExamRow) -> Value {
    let mut tests = basics(results, row);
    if let Some((most, passed)) = results.allowed().zip(row.passed) {
        let errors = row.errors;
        let mut test = json!({
            "name": "Qualification",
            "status": status(passed),
            "output": format!("errors: {errors}, allowed: {most}"),
            "visibility": "visible",
        });
        if results.stages.qualification > 0.0 {
            test["score"] = json!(row.points.qualification);
            test["max_score"] = json!(results.stages.qualification);
        }
        tests.push(test);
    }
    tests.push(json!({
        "name": "Main stage",
        "score": row.points.games,
        "max_score": results.most().games,
        "output": row.why(results.allowed()).unwrap_or_default(),
        "visibility": "visible",
    }));
    json!({
        "score": row.points.total(),
        "output": text::document(&report(results, row)),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    })
}

fn basics(results: &ExamResults, row: &ExamRow) -> Vec<Value> {
    let course = &results.course;
    let asked = course.exam.basics.iter().flat_map(|stage| &stage.questions);
    let test = |game: &ExamGame| {
        let number = deal_number(course, game);
        let question = asked.clone().nth(number.saturating_sub(1));
        let name = question.map_or("", |question| question.name.as_str());
        let right = is_right(course, game);
        let mut test = json!({
            "name": format!("Basics {number}: {name}"),
            "status": status(right),
            "visibility": "visible",
        });
        let counts = game.end(&row.person.id) != ExamGameEnd::Void;
        if results.stages.basics > 0.0 && counts && row.standing != StageStatus::Withdrawn {
            test["score"] = json!(results.stages.of_answers(right.into(), row.questions));
            test["max_score"] = json!(results.stages.of_answers(1, row.questions));
        }
        test
    };
    course.games_of(&row.person.id, BASICS).map(test).collect()
}

fn status(passed: bool) -> &'static str {
    if passed { "passed" } else { "failed" }
}
