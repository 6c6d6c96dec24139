//! Pages of the server: the run as it stands, its games, and a game. They can be read without the script,
//! which keeps them up to date.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Place, faults, games as list_of, tables};
use crate::board::Packed;
use crate::model::Story;
use crate::server::{Progress, Standing};
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
                    li { a href=(place.to("tv")) { "Full screen" } }
                    li.soft id="state" role="status" {}
                } }
                section.needs-script id="playing" {
                    h2 { "In play" }
                    div.boards id="boards" {}
                }
                div id="sections" { @for section in &standing.sections { (tables::section(section)) } }
                (last_faults(standing, place))
            }
        },
    )
}

/// For the wall: one game and the first of the standings.
pub fn tv(standing: &Standing, place: &Place) -> String {
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
                div id="sections" {
                    @for section in standing.sections.iter().filter(|own| own.id == "standings") {
                        (tables::section(section))
                    }
                }
                p.soft id="state" role="status" {}
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
pub fn games(games: &[Story], from: u64, most: usize, place: &Place) -> String {
    let next = games.last().filter(|_| games.len() == most);
    frame(
        "Games",
        place,
        &html! {
            main {
                nav aria-label="pages" { ul {
                    li { a href=(place.to("")) { "← the run" } }
                    @if from > 0 { li { a href=(place.to("games")) { "first games" } } }
                    @if let Some(last) = next { li { a href=(place.to(format!("games?from={}", last.number + 1))) { "more games" } } }
                } }
                h1 { "Games" }
                @if games.is_empty() { p { "No game is kept from here on." } }
                (list_of::list(games, &place.to("game/")))
            }
        },
    )
}

/// A game, move by move.
pub fn game(story: &Story, packed: &Packed, place: &Place) -> String {
    let number = story.number;
    let one = std::slice::from_ref(story);
    frame(
        &story.title(),
        place,
        &html! {
            main id="game" data-game=(number) {
                nav aria-label="pages" { ul {
                    li { a href=(place.to("")) { "← the run" } }
                    @if number > 1 { li { a href=(place.to(format!("game/{}", number - 1))) { "game before" } } }
                    li { a href=(place.to(format!("game/{}", number + 1))) { "next game" } }
                    li { a href=(place.to(format!("game/{number}/record.json"))) download { "record" } }
                } }
                h1 { (harmless(&story.title())) }
                p.lead { (harmless(&story.ended())) }
                div id="game-view" {}
                (faults::list(one))
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
    let body = html! { main { h1 { (harmless(why)) } p { a href="/" { "Back to the beginning" } } } };
    frame("Not here", &Place::default(), &body)
}

fn frame(title: &str, place: &Place, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" data-base=(place.base) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (harmless(title)) }
                link rel="stylesheet" href="/style.css";
                script type="module" src="/page.js" {}
            }
            body { (body) }
        }
    };
    page.into_string()
}
