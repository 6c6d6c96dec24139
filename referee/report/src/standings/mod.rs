//! The report on a run: one model, from which everything is printed, exported and shown.
//!
//! [`RunReport::of`] reads a run and adds up its games. [`tables`] makes tables from a report, and CSV with unrounded
//! numbers; [`text`] lays them out for a terminal and [`markdown`] for pages. JSON is the model itself.

mod build_report;
pub mod markdown;
mod model;
pub mod notes;
mod recount;
mod rename;
mod schedule_info;
pub mod strength;
pub mod tables;
pub mod text;
mod versions;

#[cfg(test)]
mod tests;

pub use model::{RunReport, StandingsEntry};
pub use notes::sentences;

use crate::text_table::TextTable;

/// Returns the standings as a table.
pub fn standings(report: &RunReport) -> TextTable {
    tables::standings(&report.standings, false)
}
