//! A report as part of a Markdown page.

use referee_output::sanitize::markdown as sinks;

use super::model::RunReport;
use super::notes::{self, NoteGroup};
use super::tables;
use crate::text_table::TextTable;

/// Returns the standings together with the notes on them.
pub fn standings(report: &RunReport, wide: bool) -> String {
    let times = tables::times(&report.standings).filter(|_| !wide);
    let parts = [
        tables::standings(&report.standings, wide).markdown(),
        tables::duel(report)
            .as_ref()
            .map(TextTable::markdown)
            .unwrap_or_default(),
        block(&notes::about_ratings(report)),
        tables::versions(&report.standings)
            .as_ref()
            .map(TextTable::markdown)
            .unwrap_or_default(),
        times.as_ref().map(TextTable::markdown).unwrap_or_default(),
        block(&notes::names(report)),
        block(&notes::faults(report)),
        block(&notes::chatter(report)),
        block(&notes::games(report)),
        block(&notes::notes(report)),
        block(&notes::left_out(report)),
        block(&notes::jail(report)),
        block(&notes::clock(report)),
        block(&notes::workers(report)),
        block(&notes::verification(report)),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

/// Returns the crosstable.
pub fn crosstable(report: &RunReport) -> String {
    tables::crosstable(report, 0..report.standings.len()).markdown()
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
