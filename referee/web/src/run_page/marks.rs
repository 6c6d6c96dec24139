//! Marks of an exam on a page: all of them for holders of the run, their own for authors.

use referee_report::exam::{ExamResults, points, points_legend};

use super::viewer::Viewer;
use crate::model::{NoteBlock, Section, TableView};

/// Returns the points of each stage and their total, for the students whom this audience may see.
pub fn marks(results: &ExamResults, audience: Viewer<'_>) -> Option<Section> {
    let rows = results.rows.iter();
    let rows = rows.filter(|row| audience.sees(&row.person.id));
    let table = points(results, rows, |row| &row.person.id);
    (!table.rows.is_empty()).then(|| Section {
        id: "marks",
        title: "Marks".to_owned(),
        tables: vec![TableView::from(&table)],
        blocks: vec![NoteBlock {
            title: None,
            lines: vec![points_legend(results)],
        }],
        ..Section::default()
    })
}
