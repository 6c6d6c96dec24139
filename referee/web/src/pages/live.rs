//! Pages of the server: the run as it stands, its games, and a game. They can be read without the script,
//! which keeps them up to date.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::links::encoded;
use super::{Links, Place, faults, games as list_of, tables};
use crate::board::Packed;
use crate::model::Story;
use crate::server::{Progress, Standing, Wanted};
use crate::text::{harmless, json};

/// The run: progress, games in play, tables, faults.
pub fn run(standing: &Standing, place: &Place) -> String {
    frame(
        &standing.title,
        place,
        &html! {
            main id="live" {
                h1 { (harmless(&standing.title)) }
                p.lead { (harmless(&standing.lead)) }
                (progress(&standing.progress))
                nav aria-label="pages" { ul {
                    @if place.runs > 1 { li { a href="/" { "← all runs" } } }
                    li { a href=(place.to("games")) { "All games" } }
                    li { a href=(place.to("analysis")) { "Analysis" } }
                    li { a href=(place.to("tv")) { "Full screen" } }
                    @if place.plays { li { a href="/play" { "Play" } } }
                } }
                p.soft id="state" role="status" {}
                section.needs-script id="playing" {
                    h2 { "In play" }
                    div.boards id="boards" {}
                }
                div id="sections" { @for section in &standing.sections { (tables::section(section, &place.links())) } }
                (last_faults(standing, place))
            }
        },
    )
}

/// For the wall: the game that matters most, and the first of the standings, without anything to scroll.
pub fn tv(standing: &Standing, place: &Place) -> String {
    let links = Links::default();
    frame(
        &standing.title,
        place,
        &html! {
            main.tv id="live" data-tv="1" {
                header {
                    h1 { (harmless(&standing.title)) }
                    (progress(&standing.progress))
                }
                div.boards id="boards" {}
                aside {
                    div id="sections" {
                        @for section in standing.sections.iter().filter(|own| own.id == "standings") {
                            @for table in section.tables.iter().take(1) { (tables::table(table, &section.title, &links)) }
                        }
                    }
                    (last_faults(standing, place))
                    p.soft id="state" role="status" {}
                }
            }
        },
    )
}

fn progress(progress: &Progress) -> Markup {
    let of = progress.of.unwrap_or(progress.played);
    html! {
        p.progress id="progress" {
            progress max=(of.max(1)) value=(progress.played) aria-label="games played" {}
            " " span { (shown(progress)) }
        }
    }
}

fn shown(progress: &Progress) -> String {
    let of = progress.of.map_or(String::new(), |of| format!(" of {of}"));
    let rest = if progress.rest.is_empty() { "" } else { ", " };
    format!("{}{of} games{rest}{}", progress.played, progress.rest)
}

fn last_faults(standing: &Standing, place: &Place) -> Markup {
    html! {
        section id="last-faults" hidden[standing.faults.is_empty()] {
            h2 { "Last faults" }
            ul { @for (number, what) in &standing.faults {
                li { a href=(place.to(format!("game/{number}"))) { "game " (number) } ": " (harmless(what)) }
            } }
        }
    }
}

/// A part of the list of games.
pub fn games(games: &[Story], wanted: &Wanted, place: &Place) -> String {
    let last = games.last().filter(|_| games.len() == wanted.most);
    let of: Vec<String> = wanted
        .of
        .iter()
        .map(|name| format!("of={}", encoded(name)))
        .collect();
    let of = of.join("&");
    let title = if wanted.of.is_empty() {
        "Games".to_owned()
    } else {
        format!("Games of {}", wanted.of.join(" and "))
    };
    frame(
        &title,
        place,
        &html! {
            main {
                nav aria-label="pages" { ul {
                    li { a href=(place.to("")) { "← the run" } }
                    @if !of.is_empty() { li { a href=(place.to("games")) { "all games" } } }
                    @if wanted.from > 0 { li { a href=(place.to(format!("games?{of}"))) { "first games" } } }
                    @if let Some(last) = last {
                        li { a href=(place.to(format!("games?from={}&{of}", last.number + 1))) { "more games" } }
                    }
                } }
                h1 { (harmless(&title)) }
                @if games.is_empty() { p { "No such game is kept from here on." } }
                @else { (list_of::list(games, &place.to("game/"))) }
            }
        },
    )
}

/// A game, move by move.
pub fn game(
    story: &Story,
    packed: &Packed,
    [before, after]: [Option<u64>; 2],
    place: &Place,
) -> String {
    let number = story.number;
    let to = |page: &str| place.to(format!("game/{number}/{page}"));
    let one = std::slice::from_ref(story);
    frame(
        &story.title(),
        place,
        &html! {
            main id="game" data-game=(number) {
                nav aria-label="pages" { ul {
                    li { a href=(place.to("")) { "← the run" } }
                    li { a href=(place.to("games")) { "all games" } }
                    @if let Some(before) = before { li { a rel="prev" href=(place.to(format!("game/{before}"))) { "game before" } } }
                    @if let Some(after) = after { li { a rel="next" href=(place.to(format!("game/{after}"))) { "next game" } } }
                } }
                h1 { (harmless(&story.title())) }
                p.lead { (harmless(&story.ended())) }
                div id="game-view" {}
                (faults::list(one))
                @if story.files {
                    section id="files" {
                        h2 { "To take along" }
                        ul {
                            li { a href=(to("record.json")) download { "record" } " as JSON: moves, dice, times, remarks" }
                            @for own in &story.chairs {
                                li {
                                    a href=(to(&format!("repro/{}", own.seat))) download { "repro of " (own.seat) }
                                    ": what " (harmless(&own.bot)) " was told and what it answered, to repeat it without the referee"
                                }
                            }
                        }
                    }
                }
                script type="application/json" id="packed" { (PreEscaped(json(&packed))) }
            }
        },
    )
}

/// The runs that are served.
pub fn runs(titles: &[&str]) -> String {
    frame(
        "Runs",
        &Place::default(),
        &html! {
            main {
                h1 { "Runs" }
                ul { @for (number, title) in (1..).zip(titles) {
                    @let number: usize = number;
                    li { a href={ "/" (number) "/" } { (harmless(title)) } }
                } }
            }
        },
    )
}

/// Something that can't be shown, and why.
pub fn problem(why: &str) -> String {
    let body =
        html! { main { h1 { (harmless(why)) } p { a href="/" { "Back to the beginning" } } } };
    frame("Not here", &Place::default(), &body)
}

fn frame(title: &str, place: &Place, body: &Markup) -> String {
    frame_with(title, place, Head::Plain, body)
}

/// What a page loads.
#[derive(Clone, Copy)]
pub(super) enum Head {
    /// The script and the style sheet.
    Plain,
    /// What draws curves, too.
    Plots,
}

/// A whole page.
pub(super) fn frame_with(title: &str, place: &Place, head: Head, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" data-base=(place.base) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (harmless(title)) }
                link rel="stylesheet" href="/style.css";
                @if let Head::Plots = head {
                    link rel="stylesheet" href="/uplot.css";
                    script src="/uplot.js" defer {}
                }
                script type="module" src="/page.js" {}
            }
            body { (body) }
        }
    };
    page.into_string()
}
