//! Marks for the import into Moodle's gradebook.

use super::sheet::{Row, Sheet};
use super::table::number;
use crate::sinks::csv;

/// A row `id,mark` for everybody; in Moodle `id` is mapped to the ID number.
pub fn csv(sheet: &Sheet) -> anyhow::Result<String> {
    let row = |row: &Row| [row.person.id.clone(), number(row.grade.mark)];
    csv::text(
        &["id", "mark"].map(str::to_owned),
        sheet.rows.iter().map(row),
    )
}
