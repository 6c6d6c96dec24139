//! Games of a served run: a list of them, and each one move by move.

use maud::{Markup, PreEscaped, html};
use referee_output::text_layout::count;

use super::frame::frame;
use super::links::encoded;
use super::{RunLocation, Tab, faults, games as list_of};
use crate::board::PackedGames;
use crate::model::{GameList, GameQuery, GameSummary};
use crate::text::{harmless, json};

/// Returns a part of the list of games.
pub fn games(list: &GameList, wanted: &GameQuery, place: &RunLocation) -> String {
    let games = &list.games;
    let mut asked: Vec<String> = wanted
        .of
        .iter()
        .map(|name| format!("of={}", encoded(name)))
        .collect();
    if !wanted.text.is_empty() {
        asked.push(format!("q={}", encoded(&wanted.text)));
    }
    let asked = asked.join("&");
    let title = if wanted.of.is_empty() {
        "Games".to_owned()
    } else {
        format!("Games of {}", wanted.of.join(" and "))
    };
    frame(
        &title,
        place,
        Tab::Games,
        &html! {
            main {
                nav aria-label="pages" { ul {
                    @if !asked.is_empty() { li { a href=(place.to("games")) { "all games" } } }
                    @if wanted.from > 0 { li { a href=(place.to(format!("games?{asked}"))) { "first games" } } }
                    @if let Some(next) = list.next {
                        li { a href=(place.to(format!("games?from={next}&{asked}"))) { "more games" } }
                    }
                } }
                h1 { (harmless(&title)) }
                (search(list, wanted, place))
                @if !games.is_empty() { (list_of::table(games, &place.to("game/"))) }
            }
        },
    )
}

/// Returns the form that searches the games on the server, with how many it has found.
fn search(list: &GameList, wanted: &GameQuery, place: &RunLocation) -> Markup {
    let shown = list.games.len() as u64;
    let more = if list.is_cut { "at least " } else { "" };
    let from = match wanted.from {
        0 | 1 => String::new(),
        from => format!(" from number {from} on"),
    };
    let found = match list.found {
        0 if list.is_cut => format!("no such game{from}, as far as was looked"),
        0 => format!("no such game{from}"),
        found if found == shown => format!("{more}{}{from}", count(found, "game")),
        found => format!("the first {shown} of {more}{found} games{from}"),
    };
    html! {
        form.search role="search" action=(place.to("games")) {
            @for name in &wanted.of { input type="hidden" name="of" value=(harmless(name)); }
            label for="q" { "Find games: " }
            input id="q" name="q" type="search" autocomplete="off" value=(harmless(&wanted.text)) placeholder="number, bot, reason, fault";
            " " button { "Find" } " " span.soft id="found" { (found) }
        }
    }
}

/// Returns the links to the games before and after one.
fn beside_it(place: &RunLocation, [before, after]: [Option<u64>; 2]) -> Markup {
    html! {
        nav aria-label="games" { ul {
            @if let Some(before) = before { li { a rel="prev" href=(place.to(format!("game/{before}"))) { "game before" } } }
            @if let Some(after) = after { li { a rel="next" href=(place.to(format!("game/{after}"))) { "next game" } } }
        } }
    }
}

/// Returns the page of a game in play: it is shown as it is played, and replayed once it is stored.
pub fn unfinished(number: u64, place: &RunLocation) -> String {
    let title = format!("Game {number}");
    frame(
        &title,
        place,
        Tab::Games,
        &html! {
            main id="game" data-live=(number) {
                h1 { (title) }
                p.lead { "This game is in play, and is shown move by move. When it has ended, it can be replayed as soon as it may be seen." }
                p.soft id="state" role="status" {}
                div.boards id="game-view" {}
            }
        },
    )
}

/// Returns the page of a game, move by move.
pub fn game(
    story: &GameSummary,
    packed: &PackedGames,
    beside: [Option<u64>; 2],
    place: &RunLocation,
) -> String {
    let number = story.number;
    let to = |page: &str| place.to(format!("game/{number}/{page}"));
    let one = std::slice::from_ref(story);
    frame(
        &story.title(),
        place,
        Tab::Games,
        &html! {
            main id="game" data-game=(number) data-seats=(list_of::seats(story)) {
                div.heading { h1 { (list_of::title(story)) } (beside_it(place, beside)) }
                p.lead { (harmless(&story.ended())) }
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
