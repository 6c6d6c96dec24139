//! The list of games, and the element in which one of them is replayed.

use maud::{Markup, html};
use referee_record::FaultKind;

use crate::model::{GameSeat, GameSummary};
use crate::text::{harmless, json};

/// Returns the list with a field to search it. See [`table`].
pub(super) fn list(games: &[GameSummary], address: &str) -> Markup {
    html! {
        p.needs-script {
            label for="search" { "Find games: " }
            input id="search" type="search" placeholder="number, bot, reason, fault";
            " " span.soft id="found" aria-live="polite" {}
        }
        (table(games, address))
    }
}

/// Returns the heading of a game's page.
pub(super) fn title(game: &GameSummary) -> Markup {
    html! {
        "Game " (game.number) ": "
        @for (i, seat) in game.seats.iter().enumerate() {
            @if i > 0 { " – " }
            (seat.seat) " " bdi { (harmless(&seat.bot)) }
        }
    }
}

/// Returns the seats with their bots as JSON, for the script.
pub(super) fn seats(game: &GameSummary) -> String {
    let seats = game.seats.iter();
    let seats: Vec<_> = seats.map(|own| (own.seat, harmless(&own.bot))).collect();
    json(&seats)
}

/// Returns the list. Each row names the seats with their places, and links to the replay: `address` followed
/// by the number of the game.
pub(super) fn table(games: &[GameSummary], address: &str) -> Markup {
    let seats = games.iter().map(|game| game.seats.len()).max().unwrap_or(0);
    let letters = games.iter().find(|game| game.seats.len() == seats);
    let letters: Vec<char> = letters.map_or(Vec::new(), |game| {
        game.seats.iter().map(|seated| seated.seat).collect()
    });
    html! {
        div.games tabindex="0" role="region" aria-label="list of games" {
            table id="games" {
                thead { tr {
                    th scope="col" { "game" }
                    @for letter in &letters { th.name scope="col" { (letter) @if seats > 2 { " (place)" } } }
                    th.name scope="col" { "end" }
                    th scope="col" { "moves and dice" }
                    th.name scope="col" { "where" }
                } }
                tbody { @for game in games { (row(game, address)) } }
            }
        }
    }
}

fn row(game: &GameSummary, address: &str) -> Markup {
    let number = game.number;
    html! {
        tr id={ "game=" (number) } data-game=(number) data-title=(harmless(&game.title())) data-end=(harmless(&game.ended()))
            data-seats=(seats(game)) {
            td {
                @if game.replay { a href={ (address) (number) } { (number) } } @else { (number) }
            }
            @for seat in &game.seats {
                td.name.won[game.void.is_none() && seat.place == 1 && !game.is_level()] {
                    bdi { (harmless(&seat.bot)) } " " (score(game, seat))
                    @if let Some(fault) = &seat.fault { " " span.chip.bad[fault != FaultKind::Resigned.text()] { (harmless(fault)) } }
                }
            }
            td.name {
                (harmless(&game.reason))
                @if let Some(void) = &game.void { ", void: " (harmless(void)) }
            }
            td { (game.steps) }
            td.name { (harmless(&game.place)) }
        }
    }
}

/// Returns what a seat got: its points where there are two seats, else its place.
fn score(game: &GameSummary, seat: &GameSeat) -> String {
    if game.void.is_some() {
        return String::new();
    }
    if game.seats.len() > 2 {
        return format!("({})", seat.place);
    }
    let points = match seat.place {
        1 if game.is_level() => "½",
        1 => "1",
        _ => "0",
    };
    points.to_owned()
}

/// Returns the element in which a game is replayed; the script fills it.
pub(super) fn stage() -> Markup {
    html! {
        main id="replay" hidden {
            nav aria-label="games" { ul {
                li { a href="#games-list" { "← report" } }
                li { button type="button" id="earlier" { "game before" } }
                li { button type="button" id="later" { "next game" } }
            } }
            h1 id="game-title" tabindex="-1" {}
            p.soft id="game-end" {}
            div id="game-view" {}
        }
    }
}
