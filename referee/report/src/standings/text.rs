//! Lays out a report for a terminal.

use std::collections::BTreeMap;
use std::ops::Range;

use referee_output::text_layout::WIDTH;
use referee_stats::{Tally, Worth};

use super::model::{RunReport, StandingsEntry};
use super::sections::{Detail, TOO_WIDE, sections};
use super::tables;
use crate::document::text;

/// Returns the standings of a running tournament: ranks and counts, without figures that take long to
/// compute. `worth` says what results are worth, if not their places.
pub fn brief(tally: &Tally, worth: Option<Worth>) -> String {
    let rows = tally.ranked(&BTreeMap::new(), worth).into_iter();
    let standings: Vec<StandingsEntry> = rows.map(StandingsEntry::plain).collect();
    let mut table = tables::standings(&standings, false);
    table.too_wide = Some(TOO_WIDE.to_owned());
    table.text(WIDTH)
}

/// Returns the whole report: standings, notes on them, and the crosstable. `wide` adds times, the probabilities
/// of ranks, jail and clock; without it, jail and clock are mentioned only where something is wrong.
pub fn whole(report: &RunReport, wide: bool) -> String {
    let sections = sections(report, Detail::terminal(wide));
    text::blocks(sections.iter().flat_map(|section| &section.blocks))
}

/// Returns the crosstable: in panels of as many columns as fit, or with `wide` in one.
pub fn crosstable(report: &RunReport, wide: bool) -> String {
    let bots = report.standings.len();
    if wide {
        return tables::crosstable(report).wide();
    }
    let mut panels = Vec::new();
    let mut from = 0;
    while from < bots {
        let ends = (from + 1..=bots).rev();
        let fitting = ends.filter_map(|to| Some((to, panel(report, from..to)?)));
        // A single column fits whatever the names are, unless its numbers have dozens of digits.
        let (to, text) = fitting.into_iter().next().unwrap_or_else(|| {
            let part = tables::crosstable_of(report, from..from + 1);
            (from + 1, part.wide())
        });
        panels.push(text);
        from = to;
    }
    panels.join("\n\n")
}

/// Returns some columns of the crosstable; `None` if they don't fit.
fn panel(report: &RunReport, columns: Range<usize>) -> Option<String> {
    // So many columns can't fit, however narrow: this saves drawing them.
    if 2 * columns.len() > WIDTH {
        return None;
    }
    tables::crosstable_of(report, columns).fitting(WIDTH)
}
