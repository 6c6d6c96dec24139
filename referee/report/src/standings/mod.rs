//! The report on a run: one model, from which everything is printed, exported and shown.
//!
//! [`RunReport::of`] reads a run and adds up its games, one by one. [`tables`] makes tables from a report, and CSV with
//! unrounded numbers; [`sections`] puts tables and [`notes`] in their order, which [`text`], [`markdown`] and pages show.
//! JSON is the model itself.

mod build_report;
mod left_out;
pub mod markdown;
mod model;
pub mod notes;
mod questions;
mod rename;
mod schedule_info;
pub mod sections;
mod stage_games;
pub mod strength;
pub mod tables;
pub mod text;
mod versions;

#[cfg(test)]
mod tests;

pub use model::{RunReport, StandingsEntry};
pub use notes::sentences;

use crate::document::Table;

/// Returns the standings as a table.
pub fn standings(report: &RunReport) -> Table {
    tables::standings(&report.standings, false)
}
