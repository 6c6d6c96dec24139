//! Marks for the import into Moodle's gradebook.

use super::sheet::Sheet;
use super::table::number;

/// A row `id,mark` for everybody; in Moodle `id` is mapped to the ID number.
pub fn csv(sheet: &Sheet) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["id", "mark"])?;
    for row in &sheet.rows {
        writer.write_record([row.person.id.clone(), number(row.grade.mark)])?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
