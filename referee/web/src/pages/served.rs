//! Games of a served run: a list of them, and each one move by move.

use maud::{PreEscaped, html};

use super::frame::frame;
use super::links::encoded;
use super::{RunLocation, faults, games as list_of};
use crate::board::PackedGames;
use crate::model::{GameQuery, GameSummary};
use crate::text::{harmless, json};

/// Returns a part of the list of games.
pub fn games(games: &[GameSummary], wanted: &GameQuery, place: &RunLocation) -> String {
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

/// Returns the page of a game, move by move.
pub fn game(
    story: &GameSummary,
    packed: &PackedGames,
    [before, after]: [Option<u64>; 2],
    place: &RunLocation,
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
                @if let Some(farewell) = &story.farewell { p.soft id="game-farewell" { (harmless(farewell)) } }
                div id="game-view" {}
                (faults::list(one))
                @if story.files {
                    section id="files" {
                        h2 { "To take along" }
                        ul {
                            li { a href=(to("record.json")) download { "record" } " as JSON: moves, dice, times, remarks" }
                            @for seated in &story.seats {
                                li {
                                    a href=(to(&format!("repro/{}", seated.seat))) download { "repro of " (seated.seat) }
                                    ": what " (harmless(&seated.bot)) " was told and what it answered, to repeat it without the referee"
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
