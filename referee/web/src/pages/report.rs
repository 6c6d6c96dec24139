//! The report of a run: a single file that contains everything and needs neither network nor server.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::frame::scheme_switch;
use super::glossary::glossary;
use super::{Links, document, faults, games, plots};
use crate::assets::{REPORT, SCHEME, STYLE, UPLOT, UPLOT_LICENCE, UPLOT_STYLE, policy};
use crate::model::RunSummary;
use crate::text::{harmless, json};

/// Returns the whole file.
pub fn report(mut summary: RunSummary) -> String {
    let reels = std::mem::take(&mut summary.reels).finish();
    let style = format!("{STYLE}{UPLOT_STYLE}");
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="generator" content="referee";
                meta http-equiv="Content-Security-Policy" content=(policy(&[SCHEME, UPLOT, REPORT], &[&style]));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                title { (harmless(&summary.title)) }
                style { (PreEscaped(&style)) }
                script { (PreEscaped(SCHEME)) }
            }
            body {
                (body(&summary))
                (games::stage())
                (data("packed", &reels))
                (data("plots", &summary.curves))
                // The licence of uPlot must be distributed with it.
                script type="text/plain" { (PreEscaped(UPLOT_LICENCE.replace('<', "("))) }
                script { (PreEscaped(UPLOT)) }
                script type="module" { (PreEscaped(REPORT)) }
            }
        }
    };
    page.into_string()
}

fn body(summary: &RunSummary) -> Markup {
    let explained = summary.games.iter().any(|game| !game.faults.is_empty());
    let plotted = !summary.bars.is_empty() || !summary.curves.is_empty();
    html! {
        main id="report" {
            h1 { (harmless(&summary.title)) }
            p.lead { (harmless(&summary.lead)) }
            nav aria-label="parts of the report" { ul {
                @for section in &summary.sections { li { a href={ "#" (section.id) } { (harmless(&section.title)) } } }
                @if plotted { li { a href="#plots-list" { "Plots" } } }
                li { a href="#games-list" { "Games" } }
                @if explained { li { a href="#faults" { "Faults explained" } } }
                li { a href="#facts" { "About" } }
                li { (scheme_switch()) }
            } }
            @for section in &summary.sections {
                (document::section(section, &Links::default()))
                @if section.id == "standings" && !summary.ratings.is_empty() { (plots::ratings(&summary.ratings)) }
            }
            @if plotted {
                section id="plots-list" {
                    h2 { "Plots" }
                    div.plots {
                        @for plot in &summary.bars { (plots::bars(plot)) }
                        @for plot in &summary.curves { (plots::curves(plot)) }
                    }
                }
            }
            section id="games-list" {
                h2 { "Games" }
                @for line in &summary.without { p.soft { (harmless(line)) } }
                (games::list(&summary.games, "#game="))
            }
            @if explained {
                section id="faults" {
                    h2 { "Faults explained" }
                    div.faults tabindex="0" role="region" aria-label="faults" { (faults::list(&summary.games)) }
                }
            }
            (glossary(&summary.sections))
            section id="facts" { h2 { "About" } (document::facts(&summary.facts)) }
        }
    }
}

/// Returns data for the script.
fn data(id: &str, value: &impl serde::Serialize) -> Markup {
    html! { script type="application/json" id=(id) { (PreEscaped(json(value))) } }
}
