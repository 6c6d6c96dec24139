//! What a run came to: one model, from which everything is printed, exported and shown.
//!
//! [`RunReport::of`] reads a run and adds it up. [`sheets`] makes tables of a report, with which [`text`]
//! and [`markdown`] make a whole; [`csv`] and JSON (the model itself) carry the unrounded numbers.

mod build_report;
pub mod csv;
pub mod markdown;
pub mod model;
pub mod notes;
mod rename;
mod schedule_info;
pub mod sheets;
pub mod strength;
pub mod text;

#[cfg(test)]
mod tests;

pub use model::RunReport;
pub use notes::sentences;

use crate::text_table::TextTable;

/// The standings as a table.
pub fn standings(report: &RunReport) -> TextTable {
    sheets::standings(&report.standings, false)
}
