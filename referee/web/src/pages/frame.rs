//! The frame around every page of the server, and the pages that belong to no run.

use std::sync::Arc;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{RunLocation, Tab};
use crate::assets::FAVICON;
use crate::model::RunStatus;
use crate::text::harmless;

/// Returns the list of the served runs: the title of each, and its status or why that can't be read.
pub fn runs(cards: &[(&str, Result<Arc<RunStatus>, String>)]) -> String {
    frame(
        "Runs",
        &RunLocation::default(),
        Tab::Other,
        &html! {
            main {
                div.heading { h1 { "Runs" } (scheme_switch()) }
                ul.cards.runs { @for (number, (title, standing)) in (1..).zip(cards) { li { (card(number, title, standing)) } } }
            }
        },
    )
}

fn card(number: usize, title: &str, standing: &Result<Arc<RunStatus>, String>) -> Markup {
    html! {
        h2 { a href={ "/" (number) "/" } { bdi { (harmless(title)) } } }
        @match standing {
            Ok(standing) => {
                @if !standing.game.is_empty() {
                    p.soft { (harmless(&standing.game)) " · " (if standing.over { "over" } else { "not over" }) }
                }
                p { (harmless(&standing.lead)) }
                (first(standing))
                @if standing.progress.played > 0 { (latest(&format!("/{number}"))) }
            }
            Err(why) => p.fault { (harmless(why)) },
        }
    }
}

/// Returns the room for the end of the last game of a run, which the script draws.
pub(super) fn latest(base: &str) -> Markup {
    html! { figure.needs-script.latest data-run=(base) {} }
}

/// Returns who is on the first rank.
fn first(standing: &RunStatus) -> Markup {
    let best = standing.ahead.first().map(|best| best.rank);
    let first: Vec<_> = standing
        .ahead
        .iter()
        .filter(|one| Some(one.rank) == best)
        .collect();
    html! {
        @if !first.is_empty() {
            p {
                (if standing.over { "First: " } else { "Ahead: " })
                @for (i, one) in first.iter().enumerate() {
                    @if i > 0 { ", " }
                    strong { bdi { (harmless(&one.bot)) } } " (" (one.points) ")"
                }
            }
        }
    }
}

/// Returns the page for something that can't be shown, with the reason.
pub fn problem(why: &str) -> String {
    let body =
        html! { main { h1 { (harmless(why)) } p { a href="/" { "Back to the beginning" } } } };
    frame("Not here", &RunLocation::default(), Tab::Other, &body)
}

/// Returns a page of a run.
pub(super) fn frame(title: &str, place: &RunLocation, tab: Tab, body: &Markup) -> String {
    frame_with(title, place, Head::Plain, &with_tabs(place, tab, body))
}

/// Returns the body with links to the parts of the run above it.
pub(super) fn with_tabs(place: &RunLocation, tab: Tab, body: &Markup) -> Markup {
    let link = |name: &str, address: String, own: Tab| {
        html! { li { a href=(address) aria-current=[(own == tab).then_some("page")] { (name) } } }
    };
    html! {
        @if !place.base.is_empty() {
            header.tabs {
                @if place.runs > 1 {
                    a.home href="/" aria-label="all runs" { (PreEscaped(FAVICON)) }
                } @else {
                    span.home aria-hidden="true" { (PreEscaped(FAVICON)) }
                }
                // The page of the run has its title as heading.
                @if tab != Tab::Live {
                    a.run href=(place.to("")) { bdi { (harmless(&place.title)) } }
                }
                nav aria-label="parts of the run" { ul {
                    (link("Live", place.to(""), Tab::Live))
                    (link("Games", place.to("games"), Tab::Games))
                    (link("Analysis", place.to("analysis"), Tab::Analysis))
                    (link("TV", place.to("tv"), Tab::Tv))
                    @if place.plays { li { a href="/play" { "Play" } } }
                } }
                (scheme_switch())
            }
        }
        (body)
    }
}

/// Returns the button that switches between light and dark colours.
pub(super) fn scheme_switch() -> Markup {
    html! {
        button.scheme.needs-script type="button" aria-label="light or dark colours" title="light or dark" {
            svg.sign viewBox="0 0 24 24" aria-hidden="true" {
                path d="M12,2 a10,10 0 1 0 0,20 a10,10 0 1 0 0,-20 Z M12,4.5 v15 a7.5,7.5 0 1 1 0,-15 Z" fill-rule="evenodd";
            }
        }
    }
}

/// Scripts and style sheets that a page loads.
#[derive(Clone, Copy)]
pub(super) enum Head {
    /// The style sheet and the script.
    Plain,
    /// The library that draws curves, too.
    Plots,
}

/// Returns what a page is about, for previews of links to it.
fn description(place: &RunLocation) -> String {
    match place.title.as_str() {
        "" => "Tournaments of bots: games, standings and verdicts.".to_owned(),
        title => format!("{}: games, standings and verdicts.", harmless(title)),
    }
}

/// Returns a whole page.
pub(super) fn frame_with(title: &str, place: &RunLocation, head: Head, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" data-base=(place.base) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (harmless(title)) }
                meta name="description" content=(description(place));
                meta property="og:title" content=(harmless(title));
                meta property="og:description" content=(description(place));
                meta name="color-scheme" content="light dark";
                link rel="icon" href="/favicon.svg";
                link rel="stylesheet" href="/style.css";
                script src="/scheme.js" {}
                @if let Head::Plots = head {
                    link rel="stylesheet" href="/uplot.css";
                    script src="/uplot.js" defer {}
                }
                script type="module" src="/page.js" {}
            }
            body {
                (body)
                @if !place.note.is_empty() { footer { p.soft { (place.note) } } }
            }
        }
    };
    page.into_string()
}
