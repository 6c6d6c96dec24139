//! A report as part of a Markdown page.

use super::model::RunReport;
use super::sections::{self, Detail};
use super::tables;
use crate::document::{Section, markdown};

/// Returns the standings together with the notes on them.
pub fn standings(report: &RunReport, wide: bool) -> String {
    let detail = Detail::Shared { wide };
    let parts = [
        sections::standings(report, detail),
        sections::course(report, detail),
    ];
    let untitled = parts.map(|part| Section::new("", part.blocks));
    markdown::sections(&untitled, 2)
}

/// Returns the crosstable.
pub fn crosstable(report: &RunReport) -> String {
    tables::crosstable(report).markdown()
}
