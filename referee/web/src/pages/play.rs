//! Pages on which people play: new games and the reader's own ones, and a single game. The script fills them.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use referee_play::{Offer, PlayView};

use super::frame::scheme_switch;
use crate::text::{harmless, json};

/// Returns the page of new games, and of the games of this browser.
pub fn invite(offer: &Offer, may_start: bool) -> String {
    frame(
        "Play",
        &html! {
            main id="invite" {
                nav aria-label="pages" { ul { li { a href="/" { "← the run" } } li { (scheme_switch()) } } }
                h1 { "Play" }
                @if may_start {
                    form id="request" {}
                    p.fault id="refused" role="alert" {}
                    script type="application/json" id="offer" { (PreEscaped(json(&offer))) }
                } @else {
                    p { "A new game needs the address with the token that the server printed." }
                }
                section id="own" hidden {
                    h2 { "Games of this browser" }
                    ul {}
                }
                (noscript())
            }
        },
    )
}

/// Returns the page of a game; with `holds`, the reader may have bots started in it.
pub fn board(table: &PlayView, holds: bool) -> String {
    let names: Vec<String> = table
        .seats
        .iter()
        .map(|play_seat| harmless(&play_seat.name))
        .collect();
    frame(
        &format!("{}: {}", table.game, names.join(" – ")),
        &html! {
            main id="play" data-holds[holds] {
                nav aria-label="pages" { ul {
                    li { a href="/" { "← the run" } }
                    li { a href="/play" { "Other games" } }
                    li { (scheme_switch()) }
                    li.soft { span id="state" role="status" {} }
                } }
                h1 { (table.game) }
                div id="table" {}
                (noscript())
            }
        },
    )
}

/// Returns the page for something that can't be shown, with the reason.
pub fn problem(why: &str) -> String {
    frame(
        "Not here",
        &html! { main { h1 { (harmless(why)) } p { a href="/play" { "Play something else" } } } },
    )
}

fn noscript() -> Markup {
    html! { noscript { p { "Playing needs JavaScript." } } }
}

fn frame(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="icon" href="/favicon.svg";
                link rel="stylesheet" href="/style.css";
                script src="/scheme.js" {}
                script type="module" src="/play.js" {}
            }
            body { (body) }
        }
    };
    page.into_string()
}
