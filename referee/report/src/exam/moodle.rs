//! Marks as CSV for the import into Moodle's gradebook.

use referee_output::sanitize::csv;

use super::results::ExamResults;
use super::row::ExamRow;

/// Returns a row for each student: id, the mark for the games, the points of the other stages, and the total.
/// In Moodle, map `id` to the ID number and the wanted column to a grade item; leave the rest unmapped.
pub fn csv(results: &ExamResults) -> anyhow::Result<String> {
    let row = |row: &ExamRow| {
        let points = row.points;
        let numbers = [
            row.grade.mark,
            points.basics,
            points.qualification,
            points.total(),
        ];
        let cells = numbers.map(|n| n.to_string()).into_iter();
        std::iter::once(row.person.listed.clone())
            .chain(cells)
            .collect::<Vec<_>>()
    };
    csv::text(
        &["id", "mark", "basics", "qualification", "total"].map(str::to_owned),
        results.rows.iter().map(row),
    )
}
