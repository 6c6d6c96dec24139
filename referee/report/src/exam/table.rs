//! The table of all students: in full for the instructor, and without marks and names for the public.

use referee_config::look_alikes;
use referee_output::headings::{FIGURES, MARKS};
use referee_output::sanitize::markdown::{line, table};
use referee_output::sanitize::{csv, plain};
use referee_output::text_layout::{self, count};
use referee_schedule::exam::{BASICS, MAIN, QUALIFICATION};
use serde_json::{Value, json};

use super::points;
use super::results::ExamResults;
use super::row::{ExamRow, StageStatus};

/// The audience of a table, which decides its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// All columns.
    Instructor,
    /// Aliases and results; those outside the main stage are listed, but without the reason.
    Public,
}

/// A column: its head, a flag that it is public, and its cell in a row.
type Column = (&'static str, bool, fn(&ExamRow) -> String);

/// Columns of the tables for people; rank and name come before them.
const SHORT: [Column; 10] = [
    (FIGURES[0], true, |row| row.grade.score.to_string()),
    (FIGURES[1], true, |row| row.results.games().to_string()),
    (FIGURES[2], true, |row| row.results.wins.to_string()),
    (FIGURES[3], true, |row| row.results.draws.to_string()),
    (FIGURES[4], true, |row| row.results.losses.to_string()),
    ("norm.", false, |row| normalized(row)),
    ("mark", false, |row| row.grade.mark.to_string()),
    ("basics", false, |row| {
        format!("{}/{}", row.basics, row.questions)
    }),
    ("errors", false, |row| row.errors.to_string()),
    ("faults", false, |row| row.faults.total().to_string()),
];

fn normalized(row: &ExamRow) -> String {
    let normalized = row.grade.normalized;
    normalized.map_or_else(String::new, |n| format!("{n:.2}"))
}

impl Columns {
    fn chosen(self) -> impl Iterator<Item = Column> {
        let all = self == Columns::Instructor;
        SHORT
            .into_iter()
            .filter(move |(_, public, _)| all || *public)
    }

    fn name(self, row: &ExamRow) -> String {
        match self {
            Columns::Instructor => plain(&row.person.name),
            Columns::Public => plain(&row.person.alias),
        }
    }

    /// Returns the head and the rows of the main stage.
    fn cells(self, results: &ExamResults) -> Vec<Vec<String>> {
        let head = MARKS
            .into_iter()
            .chain(self.chosen().map(|(name, ..)| name));
        let mut cells: Vec<Vec<String>> = vec![head.map(str::to_owned).collect()];
        for row in results.rows.iter().filter(|row| row.rank.is_some()) {
            let rank = row.rank.map_or_else(String::new, |rank| rank.to_string());
            let column_values = self.chosen().map(|(_, _, cell)| cell(row));
            cells.push(
                [rank, self.name(row)]
                    .into_iter()
                    .chain(column_values)
                    .collect(),
            );
        }
        cells
    }

    /// Returns name and remark for each student outside the main stage.
    fn others(self, results: &ExamResults) -> Vec<(String, String)> {
        let rest = results.rows.iter().filter(|row| row.rank.is_none());
        rest.map(|row| (self.name(row), self.other(results, row)))
            .collect()
    }

    fn other(self, results: &ExamResults, row: &ExamRow) -> String {
        let why = row.why(results.allowed()).unwrap_or_default();
        match (self, &row.standing) {
            (Columns::Public, _) => "not in the main stage".to_owned(),
            (_, StageStatus::Refused { .. } | StageStatus::Missing) => {
                format!("mark 0; {}", plain(&why))
            }
            _ => {
                let (right, asked) = (row.basics, row.questions);
                let faults = count(row.faults.total(), "fault");
                let why = plain(&why);
                format!("mark 0; {why}; basics {right}/{asked}; {faults}")
            }
        }
    }

    /// Returns the points of all stages for everyone on the list, if stages other than the main one give
    /// points; only for the instructor.
    fn points(self, results: &ExamResults) -> Option<Vec<Vec<String>>> {
        let wanted = self == Columns::Instructor && results.stages.any();
        wanted.then(|| points::cells(results, results.rows.iter(), |row| self.name(row)))
    }

    /// Returns the remarks below the table, a sentence each.
    fn remarks(self, results: &ExamResults) -> Vec<String> {
        let mut remarks = results.remarks.clone();
        remarks.extend(look_alikes(results.rows.iter().map(|row| match self {
            Columns::Instructor => row.person.id.as_str(),
            Columns::Public => row.person.alias.as_str(),
        })));
        if self == Columns::Instructor && !results.strangers.is_empty() {
            let strangers = plain(&results.strangers.join(", "));
            remarks.push(format!("Not in the roster: {strangers}."));
        }
        remarks
    }
}

/// Returns the table as text in 80 columns.
pub fn text(results: &ExamResults, columns: Columns) -> String {
    let mut parts = vec![text_layout::table(&columns.cells(results))];
    let others = columns.others(results);
    if !others.is_empty() {
        let lines = others.iter().map(|(name, why)| {
            let line = format!("  {}: {why}", text_layout::short(name, 40));
            text_layout::wrap(&line, 6)
        });
        let lines: Vec<String> = lines.collect();
        parts.push(format!("Not in the main stage\n{}", lines.join("\n")));
    }
    if let Some(cells) = columns.points(results) {
        let (table, legend) = (text_layout::table(&cells), points::legend(results));
        parts.push(format!("Points\n{table}\n{legend}"));
    }
    let remarks = columns.remarks(results);
    let remarks = remarks
        .iter()
        .map(|line| text_layout::wrap(&plain(line), 0));
    parts.push(remarks.collect::<Vec<_>>().join("\n"));
    parts.join("\n\n")
}

/// Returns the table as Markdown.
pub fn markdown(results: &ExamResults, columns: Columns) -> String {
    let drawn = |cells: &[Vec<String>]| {
        let parts = cells.split_first();
        let table = parts.map(|(head, rows)| table(head, rows, &[]));
        table.unwrap_or_default().trim_end().to_owned()
    };
    let mut lines = vec![drawn(&columns.cells(results))];
    let others = columns.others(results);
    if !others.is_empty() {
        lines.push("\nNot in the main stage:\n".to_owned());
        let other = |(name, why): &(String, String)| format!("- {}: {}", line(name), line(why));
        lines.extend(others.iter().map(other));
    }
    if let Some(cells) = columns.points(results) {
        let legend = line(&points::legend(results));
        lines.push(format!("\n{}\n\n{legend}", drawn(&cells)));
    }
    lines.push(String::new());
    lines.extend(
        columns
            .remarks(results)
            .iter()
            .map(|remark| format!("{}  ", line(remark))),
    );
    lines.join("\n")
}

/// Heads of the instructor's CSV.
const FULL: [&str; 22] = [
    "rank",
    "id",
    "name",
    "alias",
    "points",
    "games",
    "wins",
    "draws",
    "losses",
    "normalized",
    "mark",
    "basics",
    "questions",
    "errors",
    "faults",
    "why",
    "faults_basics",
    "faults_qualification",
    "faults_main",
    "basics_points",
    "qualification_points",
    "total",
];
/// Heads of the public CSV.
const BRIEF: [&str; 7] = [
    "rank", "alias", "points", "games", "wins", "draws", "losses",
];

/// Returns the table as CSV, in full for the instructor.
pub fn csv(results: &ExamResults, columns: Columns) -> anyhow::Result<String> {
    let all = columns == Columns::Instructor;
    let head: &[&str] = if all { &FULL } else { &BRIEF };
    let head: Vec<String> = head.iter().map(|head| (*head).to_owned()).collect();
    let row = |row: &ExamRow| {
        let rank = row.rank.map_or_else(String::new, |rank| rank.to_string());
        let counts = [
            row.grade.score,
            row.results.games(),
            row.results.wins,
            row.results.draws,
            row.results.losses,
        ];
        let counts = counts.map(|n| n.to_string());
        let person = &row.person;
        if !all {
            let names = [rank, person.alias.clone()];
            return names.into_iter().chain(counts).collect::<Vec<_>>();
        }
        let names = [
            rank,
            person.listed.clone(),
            person.name.clone(),
            person.alias.clone(),
        ];
        let rest = [
            row.grade
                .normalized
                .map_or_else(String::new, |n| n.to_string()),
            row.grade.mark.to_string(),
            row.basics.to_string(),
            row.questions.to_string(),
            row.errors.to_string(),
            row.faults.total().to_string(),
            row.why(results.allowed()).unwrap_or_default(),
        ];
        let stages = [BASICS, QUALIFICATION, MAIN].map(|stage| row.faults.in_stage(stage));
        let stages = stages.map(|n| n.to_string());
        let cells = names.into_iter().chain(counts).chain(rest);
        let points = row.points;
        let points = [points.basics, points.qualification, points.total()].map(|n| n.to_string());
        cells.chain(stages).chain(points).collect()
    };
    csv::text(&head, results.rows.iter().map(row))
}

/// Returns the table as JSON, with unrounded numbers.
pub fn json(results: &ExamResults, columns: Columns) -> Value {
    let all = columns == Columns::Instructor;
    let row = |row: &ExamRow| {
        let mut value = json!({
            "rank": row.rank,
            "alias": row.person.alias,
            "points": row.grade.score,
            "games": row.results.games(),
            "wins": row.results.wins,
            "draws": row.results.draws,
            "losses": row.results.losses,
        });
        let private = json!({
            "id": row.person.listed,
            "name": row.person.name,
            "normalized": row.grade.normalized,
            "mark": row.grade.mark,
            "basics": row.basics,
            "questions": row.questions,
            "basics_points": row.points.basics,
            "qualification_points": row.points.qualification,
            "total": row.points.total(),
            "errors": row.errors,
            "void_in_qualification": row.void,
            "faults": row.faults.by_kind(),
            "faults_by_stage": row.faults,
            "why": row.why(results.allowed()),
            "log": match &row.standing {
                StageStatus::Refused { log, .. } => Some(log),
                _ => None,
            },
        });
        if let (true, Value::Object(value), Value::Object(private)) = (all, &mut value, private) {
            value.extend(private);
        }
        value
    };
    let rows: Vec<Value> = results.rows.iter().map(row).collect();
    let mut value = json!({
        "complete": results.course.complete,
        "rows": rows,
    });
    if let Some(why) = &results.course.not_verified {
        value["not_verified"] = json!(why);
    }
    if all {
        let most = results.most();
        value["questions"] = json!(results.questions());
        value["most"] = json!(most);
        value["most"]["total"] = json!(most.total());
        value["remarks"] = json!(columns.remarks(results));
    }
    value
}
