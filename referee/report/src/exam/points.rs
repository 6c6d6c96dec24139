//! Points of an exam's stages and their total, for tables, reports and pages.

use referee_stats::Points;

use referee_output::headings::MARKS;

use super::results::ExamResults;
use super::row::ExamRow;
use crate::columns::Columns;
use crate::document::Table;

/// A stage that gives points: its name, and a function that selects its points.
type PointStage = (&'static str, fn(Points) -> f64);

/// All stages, in order; the last one is the main stage.
const STAGES: [PointStage; 3] = [
    ("basics", |points| points.basics),
    ("qualification", |points| points.qualification),
    ("games", |points| points.games),
];

/// Returns the stages that give points in this exam; the main stage is always among them.
fn given(results: &ExamResults) -> impl Iterator<Item = PointStage> {
    let most = results.most();
    let main = STAGES.len() - 1;
    let stages = STAGES.into_iter().enumerate();
    stages
        .filter(move |(at, (_, of))| *at == main || of(most) > 0.0)
        .map(|(_, stage)| stage)
}

/// Returns a table with the points of each stage and their total. If only the games give points, the total is the
/// mark.
pub(super) fn table<'r>(
    results: &ExamResults,
    rows: impl IntoIterator<Item = &'r ExamRow>,
    name: impl Fn(&ExamRow) -> &str,
) -> Table {
    columns(results, name).table(rows)
}

/// Returns that table with names as in the run, and with errors, faults, and who is in the main stage or why not.
pub fn page<'r>(results: &ExamResults, rows: impl IntoIterator<Item = &'r ExamRow>) -> Table {
    let allowed = results.allowed();
    let mut columns = columns(results, |row| &row.person.id);
    columns.people("errors", |row| row.errors);
    columns.people("faults", |row| row.faults.total());
    let stage = move |row: &ExamRow| row.why(allowed).unwrap_or_else(|| "yes".to_owned());
    columns.people("main stage", stage).left();
    columns.table(rows)
}

/// Returns the columns of both; a name links to the games of its bot, where a page can show them.
fn columns<'r>(
    results: &ExamResults,
    name: impl Fn(&ExamRow) -> &str + 'r,
) -> Columns<'r, ExamRow> {
    let stages: Vec<PointStage> = given(results).filter(|_| results.stages.any()).collect();
    let sum = if stages.is_empty() { "mark" } else { "total" };
    let [rank, named] = MARKS;
    let mut columns = Columns::<ExamRow>::default();
    columns.people(rank, |row| row.rank);
    let named = columns.people(named, move |row| name(row).to_owned());
    named.left().links();
    for (stage, of) in stages {
        columns.people(stage, move |row| of(row.points).to_string());
    }
    columns.people(sum, |row| row.points.total().to_string());
    columns
}

/// Returns a sentence with the most points of each stage and in all.
pub fn legend(results: &ExamResults) -> String {
    let most = results.most();
    let parts = given(results).map(|(name, of)| format!("{name} {}", of(most)));
    let stage_list = parts.collect::<Vec<_>>().join(", ");
    format!("At most: {stage_list}; {} in all.", most.total())
}

/// Returns a sentence with the points that a student got.
pub(super) fn sentence(results: &ExamResults, row: &ExamRow) -> String {
    let most = results.most();
    let of = |points: f64, most: f64| format!("{points} of {most}");
    let parts =
        given(results).map(|(name, part)| format!("{name} {}", of(part(row.points), part(most))));
    let stage_list = parts.collect::<Vec<_>>().join(", ");
    let total = of(row.points.total(), most.total());
    format!("Total {total} points: {stage_list}.")
}
