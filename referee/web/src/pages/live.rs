//! Pages of the server: the run as it stands, its games, and a game. They can be read without the script,
//! which keeps them up to date.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{faults, games as list_of, tables};
use crate::board::Packed;
use crate::model::Story;
use crate::server::{Progress, Standing};
use crate::text::{harmless, json};

/// The run: progress, games in play, tables, faults.
pub fn run(standing: &Standing, plays: bool) -> String {
    frame(
        &standing.title,
        &html! {
            main id="live" {
                h1 { (harmless(&standing.title)) }
                p.lead { (harmless(&standing.lead)) }
                (progress(&standing.progress))
                nav aria-label="pages" { ul {
                    li { a href="/games" { "All games" } }
                    li { a href="/tv" { "Full screen" } }
                    @if plays { li { a href="/play" { "Play" } } }
                    li.soft id="state" role="status" {}
                } }
                section.needs-script id="playing" {
                    h2 { "In play" }
                    div.boards id="boards" {}
                }
                div id="sections" { @for section in &standing.sections { (tables::section(section)) } }
                (last_faults(standing))
            }
        },
    )
}

/// For the wall: one game and the first of the standings.
pub fn tv(standing: &Standing) -> String {
    frame(
        &standing.title,
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

fn last_faults(standing: &Standing) -> Markup {
    html! {
        section id="last-faults" hidden[standing.faults.is_empty()] {
            h2 { "Last faults" }
            ul { @for (number, what) in &standing.faults {
                li { a href={ "/game/" (number) } { "game " (number) } ": " (harmless(what)) }
            } }
        }
    }
}

/// A part of the list of games.
pub fn games(games: &[Story], from: u64, most: usize) -> String {
    let next = games.last().filter(|_| games.len() == most);
    frame(
        "Games",
        &html! {
            main {
                nav aria-label="pages" { ul {
                    li { a href="/" { "← the run" } }
                    @if from > 0 { li { a href="/games" { "first games" } } }
                    @if let Some(last) = next { li { a href={ "/games?from=" (last.number + 1) } { "more games" } } }
                } }
                h1 { "Games" }
                @if games.is_empty() { p { "No game is kept from here on." } }
                (list_of::list(games, "/game/"))
            }
        },
    )
}

/// A game, move by move.
pub fn game(story: &Story, packed: &Packed) -> String {
    let number = story.number;
    let one = std::slice::from_ref(story);
    frame(
        &story.title(),
        &html! {
            main id="game" data-game=(number) {
                nav aria-label="pages" { ul {
                    li { a href="/" { "← the run" } }
                    @if number > 1 { li { a href={ "/game/" (number - 1) } { "game before" } } }
                    li { a href={ "/game/" (number + 1) } { "next game" } }
                    li { a href={ "/game/" (number) "/record.json" } download { "record" } }
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

/// Something that can't be shown, and why.
pub fn problem(why: &str) -> String {
    frame("Not here", &html! { main { h1 { (harmless(why)) } p { a href="/" { "Back to the run" } } } })
}

fn frame(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
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
