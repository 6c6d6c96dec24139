//! What a run came to: one model, from which everything is printed, exported and shown.
//!
//! [`Report::of`] reads a run and adds it up. `sheets` makes tables of a report, which [`text`]
//! lays out for a terminal, [`markdown`] and [`html`] for pages; [`csv`] and JSON (the model itself) carry
//! the unrounded numbers.

mod course;
pub mod csv;
mod gather;
pub mod html;
pub mod markdown;
mod model;
mod numbers;
mod remarks;
mod rename;
mod rounds;
mod sheet;
mod sheets;
pub mod strength;
pub mod text;

#[cfg(test)]
mod tests;

pub use gather::each_once;
pub use model::Report;
pub use numbers::{decimal, millis, signed};
pub use remarks::sentences;
pub use sheet::{Form, Sheet};
pub use sheets::{FIGURES, STANDINGS};

/// The standings as a table.
pub fn standings(report: &Report) -> Sheet {
    sheets::standings(&report.standings, false)
}
