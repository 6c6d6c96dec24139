//! The table of all students: in full for the instructor, and without marks and names for the public.

use referee_config::look_alikes;
use referee_output::headings::MARKS;
use referee_output::text_layout::count;
use referee_schedule::exam::{BASICS, MAIN, QUALIFICATION};
use serde_json::{Value, json};

use super::points;
use super::results::ExamResults;
use super::row::{ExamRow, StageStatus};
use crate::columns::{BotResults, Columns};
use crate::document::{Block, NoteGroup, Section, Table, markdown as to_markdown, text as to_text};

/// The audience of a table, which decides its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// All columns.
    Instructor,
    /// Aliases and results; those outside the main stage are listed, but without the reason.
    Public,
}

impl Audience {
    /// Returns the columns of these results for this audience.
    fn chosen(self, results: &ExamResults) -> Columns<'_, ExamRow> {
        let all = self == Audience::Instructor;
        let allowed = results.allowed();
        let [rank, name] = MARKS;
        let mut columns = Columns::<ExamRow>::default();
        columns.both(rank, "rank", |row| row.rank);
        columns
            .people(name, move |row| self.name(row).to_owned())
            .left();
        if all {
            columns.programs("id", |row| row.person.listed.clone());
            columns.programs("name", |row| row.person.name.clone());
        }
        columns.programs("alias", |row| row.person.alias.clone());
        columns.results(|row| BotResults {
            points: row.grade.score.into(),
            games: row.results.games(),
            wins: row.results.wins,
            draws: row.results.draws,
            losses: row.results.losses,
        });
        if !all {
            return columns;
        }
        columns.real(
            "norm.",
            "normalized",
            |row| row.grade.normalized,
            |n| format!("{n:.2}"),
        );
        columns.both("mark", "mark", |row| row.grade.mark);
        columns.people("basics", |row| format!("{}/{}", row.basics, row.questions));
        columns.programs("basics", |row| row.basics);
        columns.programs("questions", |row| row.questions);
        columns.both("errors", "errors", |row| row.errors);
        columns.both("faults", "faults", |row| row.faults.total());
        columns.programs("why", move |row| row.why(allowed));
        columns.programs("faults_basics", |row| row.faults.in_stage(BASICS));
        columns.programs("faults_qualification", |row| {
            row.faults.in_stage(QUALIFICATION)
        });
        columns.programs("faults_main", |row| row.faults.in_stage(MAIN));
        columns.programs("basics_points", |row| row.points.basics);
        columns.programs("qualification_points", |row| row.points.qualification);
        columns.programs("total", |row| row.points.total());
        columns
    }

    /// Returns the table of the main stage for people.
    fn main_stage(self, results: &ExamResults) -> Table {
        self.chosen(results)
            .table(results.rows.iter().filter(|row| row.rank.is_some()))
    }

    /// Returns the name of a student that this audience knows.
    fn name(self, row: &ExamRow) -> &str {
        match self {
            Audience::Instructor => &row.person.name,
            Audience::Public => &row.person.alias,
        }
    }

    /// Returns name and remark for each student outside the main stage.
    fn others(self, results: &ExamResults) -> NoteGroup {
        let rest = results.rows.iter().filter(|row| row.rank.is_none());
        let line = |row| format!("{}: {}", self.name(row), self.other(results, row));
        NoteGroup::new("Not in the main stage", rest.map(line).collect())
    }

    fn other(self, results: &ExamResults, row: &ExamRow) -> String {
        let why = row.why(results.allowed()).unwrap_or_default();
        match (self, &row.standing) {
            (Audience::Public, _) => "not in the main stage".to_owned(),
            (_, StageStatus::Refused { .. } | StageStatus::Missing) => {
                format!("mark 0; {why}")
            }
            _ => {
                let (right, asked) = (row.basics, row.questions);
                let faults = count(row.faults.total(), "fault");
                format!("mark 0; {why}; basics {right}/{asked}; {faults}")
            }
        }
    }

    /// Returns the points of all stages for everyone on the list, if stages other than the main one give
    /// points; only for the instructor.
    fn points(self, results: &ExamResults) -> Option<Section> {
        let wanted = self == Audience::Instructor && results.stages.any();
        wanted.then(|| {
            let points = points::table(results, &results.rows, |row| &row.person.name);
            let legend = points::legend(results);
            Section::new("Points", vec![Block::Table(points), Block::Text(legend)])
        })
    }

    /// Returns the remarks below the table, a sentence each.
    fn remarks(self, results: &ExamResults) -> Vec<String> {
        let mut remarks = results.remarks.clone();
        remarks.extend(look_alikes(results.rows.iter().map(|row| match self {
            Audience::Instructor => row.person.id.as_str(),
            Audience::Public => row.person.alias.as_str(),
        })));
        if self == Audience::Instructor && !results.strangers.is_empty() {
            let strangers = results.strangers.join(", ");
            remarks.push(format!("Not in the roster: {strangers}."));
        }
        remarks
    }
}

/// Returns the whole table with its notes.
fn sections(results: &ExamResults, audience: Audience) -> Vec<Section> {
    let ranked = vec![
        Block::Table(audience.main_stage(results)),
        Block::Notes(audience.others(results)),
    ];
    let remarks = Block::Notes(NoteGroup::new(None, audience.remarks(results)));
    let mut sections = vec![Section::new("", ranked)];
    sections.extend(audience.points(results));
    sections.push(Section::new("", vec![remarks]));
    sections
}

/// Returns the table as text in 80 columns.
pub fn text(results: &ExamResults, audience: Audience) -> String {
    to_text::sections(&sections(results, audience))
}

/// Returns the table as Markdown.
pub fn markdown(results: &ExamResults, audience: Audience) -> String {
    to_markdown::sections(&sections(results, audience), 2)
}

/// Returns the table as CSV, in full for the instructor.
pub fn csv(results: &ExamResults, audience: Audience) -> anyhow::Result<String> {
    audience.chosen(results).csv(&results.rows)
}

/// Returns the table as JSON, with unrounded numbers.
pub fn json(results: &ExamResults, audience: Audience) -> Value {
    let all = audience == Audience::Instructor;
    let chosen = audience.chosen(results);
    let row = |row: &ExamRow| {
        let mut value = Value::Object(chosen.json(row));
        if all {
            value["void_in_qualification"] = json!(row.void);
            value["faults"] = json!(row.faults.by_kind());
            value["faults_by_stage"] = json!(row.faults);
            value["log"] = match &row.standing {
                StageStatus::Refused { log, .. } => json!(log),
                _ => Value::Null,
            };
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
        value["remarks"] = json!(audience.remarks(results));
    }
    value
}
