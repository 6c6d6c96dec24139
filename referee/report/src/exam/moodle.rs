//! Marks as CSV for the import into Moodle's gradebook.

use super::results::ExamResults;
use super::row::ExamRow;
use crate::columns::Columns;

/// Returns a row for each student: id, the mark for the games, the points of the other stages, and the total.
/// In Moodle, map `id` to the ID number and the wanted column to a grade item; leave the rest unmapped.
pub fn csv(results: &ExamResults) -> anyhow::Result<String> {
    let mut columns = Columns::<ExamRow>::default();
    columns.programs("id", |row| row.person.listed.clone());
    columns.programs("mark", |row| row.grade.mark);
    columns.programs("basics", |row| row.points.basics);
    columns.programs("qualification", |row| row.points.qualification);
    columns.programs("total", |row| row.points.total());
    columns.csv(&results.rows)
}
