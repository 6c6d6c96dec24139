//! The status of a run: a page that is readable without the script, which keeps it up to date.

use maud::{Markup, html};
use referee_report::document::{Block, Section, Table};

use super::frame::{Head, frame, frame_with, latest};
use super::glossary::glossary;
use super::{Links, RunLocation, Tab, document};
use crate::model::{RunProgress, RunStatus};
use crate::text::harmless;

/// Rows of the standings that fit every wall screen.
const ROWS: usize = 7;

/// Returns the page of the run: progress, games in play, tables, faults.
pub fn run(standing: &RunStatus, place: &RunLocation) -> String {
    frame(
        &standing.title,
        place,
        Tab::Live,
        &html! {
            main.over[standing.over] id="live" {
                h1 { (harmless(&standing.title)) " " (chip(standing)) }
                p.lead { (harmless(&standing.lead)) }
                (podium(standing))
                (progress(&standing.progress))
                p.soft id="state" role="status" {}
                section.needs-script id="playing" {
                    h2 { "In play" }
                    div.boards id="boards" { (idle(standing)) }
                }
                div id="sections" { @for section in &standing.sections { (document::section(section, &place.links())) } }
                @if standing.over { (latest(&place.base)) }
                (last_faults(standing, place))
                (glossary(&standing.sections))
            }
        },
    )
}

/// Returns the page for a wall screen: the most important game and the first table of the standings, without
/// scrolling.
pub fn tv(standing: &RunStatus, place: &RunLocation) -> String {
    let links = Links::default();
    frame_with(
        &standing.title,
        place,
        Head::Plain,
        &html! {
            main.tv.over[standing.over] id="live" data-tv="1" {
                header {
                    h1 { (harmless(&standing.title)) " " (chip(standing)) }
                    (progress(&standing.progress))
                }
                div.boards id="boards" { (idle(standing)) }
                @if standing.over { (latest(&place.base)) }
                aside {
                    div id="sections" {
                        @for section in standing.sections.iter().filter(|candidate| candidate.id == "standings") {
                            @for table in tables(section).take(1) { (document::table(&from_afar(table), &section.title, &links)) }
                        }
                    }
                    (last_faults(standing, place))
                    p.soft id="state" role="status" {}
                }
            }
        },
    )
}

/// Returns the word that says whether more games are to come.
fn chip(standing: &RunStatus) -> Markup {
    html! { small.chip id="chip" { (if standing.over { "over" } else { "not over" }) } }
}

/// Returns who is on the first ranks of a run that is over; before, it is hidden.
fn podium(standing: &RunStatus) -> Markup {
    html! {
        ol.podium id="podium" aria-label="the first ranks" hidden[!standing.over || standing.ahead.is_empty()] {
            @for one in &standing.ahead {
                li class={ "rank-" (one.rank) } {
                    b { (one.rank) } " " bdi { (harmless(&one.bot)) } " " span.soft { (one.points) }
                }
            }
        }
    }
}

/// Returns what stands in place of boards while there are none.
fn idle(standing: &RunStatus) -> Markup {
    let idle = if standing.over {
        "All games are played."
    } else {
        "No game is in play here."
    };
    html! { p.soft.idle { (idle) } }
}

/// Returns the first rows of the standings without the columns that can't be read from a distance; the script does the
/// same, and knows how many rows fit.
fn from_afar(table: &Table) -> Table {
    let criterion = ["match points", "rung", "reached"];
    let criterion = criterion
        .iter()
        .find(|head| table.head.iter().any(|own| own == *head));
    let wanted = |head: &str| match criterion {
        _ if ["#", "bot", "points"].contains(&head) => true,
        Some(criterion) => head == *criterion,
        None => ["rating", "±", "P(1)"].contains(&head),
    };
    let others = table.head.iter().filter(|head| !wanted(head));
    let mut table = others.fold(table.clone(), |table, head| table.without(head));
    table.rows.truncate(ROWS);
    table
}

fn tables(section: &Section) -> impl Iterator<Item = &Table> {
    section.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    })
}

fn progress(progress: &RunProgress) -> Markup {
    let of = progress.of.unwrap_or(progress.played);
    html! {
        p.progress id="progress" {
            progress max=(of.max(1)) value=(progress.played) aria-label="games played" {}
            " " span { (shown(progress)) }
        }
    }
}

fn shown(progress: &RunProgress) -> String {
    let of = progress.of.map_or(String::new(), |of| format!(" of {of}"));
    let rest = if progress.rest.is_empty() { "" } else { ", " };
    format!("{}{of} games{rest}{}", progress.played, progress.rest)
}

fn last_faults(standing: &RunStatus, place: &RunLocation) -> Markup {
    html! {
        section id="last-faults" hidden[standing.faults.is_empty()] {
            h2 { "Last faults" }
            ul { @for (number, what) in &standing.faults {
                li { a href=(place.to(format!("game/{number}"))) { "game " (number) } ": " (harmless(what)) }
            } }
        }
    }
}
