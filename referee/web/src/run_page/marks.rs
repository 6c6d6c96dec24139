//! Marks of an exam on a page: all of them for holders of the run, their own for authors.

use referee_report::document::{Block, Section};
use referee_report::exam::{ExamResults, points, points_legend};

use super::viewer::Viewer;

/// Returns the points of each stage and their total, the most first, with who is in the main stage and why not, for the
/// students whom this audience may see.
pub fn marks(results: &ExamResults, audience: Viewer<'_>) -> Option<Section> {
    let rows = results.rows.iter();
    let mut rows: Vec<_> = rows.filter(|row| audience.sees(&row.person.id)).collect();
    rows.sort_by(|one, other| other.points.total().total_cmp(&one.points.total()));
    let table = points(results, rows);
    (!table.rows.is_empty()).then(|| Section {
        id: "marks",
        title: "Marks".to_owned(),
        blocks: vec![Block::Table(table), Block::Text(points_legend(results))],
    })
}
