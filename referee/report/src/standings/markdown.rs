//! A report as part of a Markdown page.

use super::model::RunReport;
use super::sections::{CROSSTABLE, Detail, sections};
use super::tables;
use crate::document::{Section, markdown};

/// Returns the standings together with the notes on them, and rounds or places; without the crosstable.
pub fn standings(report: &RunReport, wide: bool) -> String {
    let sections = sections(report, Detail::Shared { wide }).into_iter();
    let shown = sections.filter(|section| section.id != CROSSTABLE);
    let untitled: Vec<Section> = shown.map(|part| Section::new("", part.blocks)).collect();
    markdown::sections(&untitled, 2)
}

/// Returns the crosstable.
pub fn crosstable(report: &RunReport) -> String {
    tables::crosstable(report).markdown()
}
