//! The analysis page of a run: ratings, crosstable, deals and seats, lengths, times, faults.

use maud::{PreEscaped, html};

use super::frame::{Head, frame_with, with_tabs};
use super::glossary::glossary;
use super::{RunLocation, Tab, document, plots};
use crate::model::RunSummary;
use crate::text::{harmless, json};

/// Returns the page. The script draws its curves; the numbers can be read without it.
pub fn analysis(summary: &RunSummary, place: &RunLocation) -> String {
    let links = place.links();
    frame_with(
        &summary.title,
        place,
        Head::Plots,
        &with_tabs(
            place,
            Tab::Analysis,
            &html! {
                main id="analysis" {
                    nav aria-label="parts of the page" { ul {
                        @for section in &summary.sections { li { a href={ "#" (section.id) } { (harmless(&section.title)) } } }
                    } }
                    h1 { (harmless(&summary.title)) }
                    p.lead { (harmless(&summary.lead)) }
                    @for line in &summary.without { p.soft { (harmless(line)) } }
                    @if !summary.ratings.is_empty() { (plots::ratings(&summary.ratings)) }
                    div.plots {
                        @for plot in &summary.curves { (plots::curves(plot)) }
                        @for plot in &summary.bars { (plots::bars(plot)) }
                    }
                    @for section in &summary.sections { (document::section(section, &links)) }
                    (glossary(&summary.sections))
                    script type="application/json" id="plots" { (PreEscaped(json(&summary.curves))) }
                }
            },
        ),
    )
}
