//! A report as a part of a Markdown page.

use super::model::RunReport;
use super::notes::{self, NoteGroup};
use super::sheets;
use super::text_table::TextTable;
use crate::sanitize::markdown as sinks;

/// The standings and what belongs to them.
pub fn standings(report: &RunReport, wide: bool) -> String {
    let times = sheets::times(&report.standings).filter(|_| !wide);
    let parts = [
        table(&sheets::standings(&report.standings, wide)),
        sheets::duel(report).as_ref().map(table).unwrap_or_default(),
        block(&notes::about_ratings(report)),
        times.as_ref().map(table).unwrap_or_default(),
        block(&notes::faults(report)),
        block(&notes::games(report)),
        block(&notes::notes(report)),
        block(&notes::left_out(report)),
        block(&notes::jail(report)),
        block(&notes::clock(report)),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

/// The crosstable.
pub fn crosstable(report: &RunReport) -> String {
    table(&sheets::crosstable(report, 0..report.standings.len()))
}

fn block(block: &NoteGroup) -> String {
    if block.lines.is_empty() {
        return String::new();
    }
    let title = block
        .title
        .map_or(String::new(), |title| format!("**{title}**\n\n"));
    let lines = block
        .lines
        .iter()
        .map(|line| format!("- {}\n", sinks::line(line)));
    title + &lines.collect::<String>()
}

/// A table in the form that GitHub and others draw.
pub fn table(sheet: &TextTable) -> String {
    sinks::table(&sheet.head, &sheet.rows, &sheet.left)
}
