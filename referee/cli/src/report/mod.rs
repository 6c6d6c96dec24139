//! What a run came to: one model, from which everything is printed, exported and shown.
//!
//! [`RunReport::of`] reads a run and adds it up. `sheets` makes tables of a report, which [`text`]
//! lays out for a terminal, [`markdown`] and [`html`] for pages; [`csv`] and JSON (the model itself) carry
//! the unrounded numbers.

mod build_report;
pub mod csv;
pub mod html;
pub mod markdown;
mod model;
mod notes;
mod numbers;
mod rename;
mod rounds;
mod schedule_info;
mod sheets;
pub mod strength;
pub mod text;
mod text_table;

#[cfg(test)]
mod tests;

pub use build_report::each_once;
pub use model::RunReport;
pub use notes::sentences;
pub use numbers::{decimal, millis, signed};
pub use sheets::{FIGURES, STANDINGS};
pub use text_table::{TableFormat, TextTable};

/// The standings as a table.
pub fn standings(report: &RunReport) -> TextTable {
    sheets::standings(&report.standings, false)
}
