//! A report as a part of a Markdown page.

use super::model::Report;
use super::remarks::{self, Block};
use super::sheet::Sheet;
use super::sheets;
use crate::sinks::markdown as sinks;

/// The standings and what belongs to them.
pub fn standings(report: &Report, wide: bool) -> String {
    let times = sheets::times(&report.standings).filter(|_| !wide);
    let parts = [
        table(&sheets::standings(&report.standings, wide)),
        sheets::duel(report).as_ref().map(table).unwrap_or_default(),
        block(&remarks::about_ratings(report)),
        times.as_ref().map(table).unwrap_or_default(),
        block(&remarks::faults(report)),
        block(&remarks::games(report)),
        block(&remarks::notes(report)),
        block(&remarks::left_out(report)),
        block(&remarks::jail(report)),
        block(&remarks::clock(report)),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

/// The crosstable.
pub fn crosstable(report: &Report) -> String {
    table(&sheets::crosstable(report, 0..report.standings.len()))
}

fn block(block: &Block) -> String {
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
pub fn table(sheet: &Sheet) -> String {
    sinks::table(&sheet.head, &sheet.rows, &sheet.left)
}
