//! Pages and data, by their addresses.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use serde::Deserialize;

use super::Site;
use super::seen::Seen;
use super::site::View;
use super::source::Wanted;
use crate::assets::{LIVE, STYLE, UPLOT, UPLOT_STYLE};
use crate::board::Packer;
use crate::pages::{analysis, frame, live, served};

/// Games in a page of the list.
const GAMES: usize = 200;
/// Bots whose games can be asked for at once.
const BOTS: usize = 8;
/// What is said of a game that can't be shown, be there one or not.
const NO_GAME: &str = "There is no such game, or not so far.";

/// Where everything is.
pub fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/", get(runs))
        .route("/{run}/", get(run))
        .route("/{run}/tv", get(tv))
        .route("/{run}/games", get(games))
        .route("/{run}/game/{number}", get(game))
        .route("/{run}/game/{number}/record.json", get(record))
        .route("/{run}/game/{number}/repro/{seat}", get(repro))
        .route("/{run}/analysis", get(analysed))
        .route("/style.css", get(async || asset("text/css", STYLE)))
        .route("/uplot.js", get(async || asset("text/javascript", UPLOT)))
        .route("/uplot.css", get(async || asset("text/css", UPLOT_STYLE)))
        .route("/page.js", get(async || asset("text/javascript", LIVE)))
        .fallback(async || problem(StatusCode::NOT_FOUND, "There is no such page."))
}

async fn runs(State(site): State<Arc<Site>>) -> Response {
    match site.runs.len() {
        0 => Redirect::temporary("/play").into_response(),
        1 => Redirect::temporary("/1/").into_response(),
        _ => {
            let titles: Vec<&str> = site.runs.iter().map(|run| run.title.as_str()).collect();
            Html(frame::runs(&titles)).into_response()
        }
    }
}

async fn run(seen: Seen) -> Response {
    page(seen.ask(View::shown).await, |standing| {
        live::run(&standing, &seen.place())
    })
}

async fn tv(seen: Seen) -> Response {
    page(seen.ask(View::shown).await, |standing| {
        live::tv(&standing, &seen.place())
    })
}

/// Which games are listed: `from` a number on, `of` one bot or of several that met.
async fn games(seen: Seen, Query(query): Query<Vec<(String, String)>>) -> Response {
    let mut wanted = Wanted {
        most: GAMES,
        ..Wanted::default()
    };
    for (name, value) in query {
        match name.as_str() {
            "from" => wanted.from = value.parse().unwrap_or(0),
            "of" => wanted.of.push(value),
            _ => {}
        }
    }
    wanted.of.truncate(BOTS);
    let asked = wanted.clone();
    let found = seen.ask(move |view| view.source.games(&asked)).await;
    page(found, |games| served::games(&games, &wanted, &seen.place()))
}

/// What the games have in common.
async fn analysed(seen: Seen) -> Response {
    let found = seen.ask(|view| view.source.analysis()).await;
    page(found, |summary| analysis::analysis(&summary, &seen.place()))
}

/// A game of a run.
#[derive(Deserialize)]
struct Game {
    number: u64,
}

async fn game(seen: Seen, Path(Game { number }): Path<Game>) -> Response {
    let question = move |view: &View| {
        let found = view.source.game(number)?;
        let beside = found.as_ref().map(|_| view.source.beside(number));
        Ok((found, beside.transpose()?.unwrap_or_default()))
    };
    let found = seen.ask(question).await;
    match found {
        Ok((Some((story, reel)), beside)) => {
            let mut pack = Packer::default();
            pack.add(number, &reel);
            Html(served::game(&story, &pack.finish(), beside, &seen.place())).into_response()
        }
        Ok((None, _)) => problem(StatusCode::NOT_FOUND, NO_GAME),
        Err(why) => problem(StatusCode::INTERNAL_SERVER_ERROR, &why),
    }
}

async fn record(seen: Seen, Path(Game { number }): Path<Game>) -> Response {
    let name = format!("game-{number}.json");
    let found = seen.ask(move |view| view.source.record(number)).await;
    download(found, "application/json", &name)
}

/// What a seat was told in a game.
#[derive(Deserialize)]
struct Told {
    number: u64,
    seat: char,
}

async fn repro(seen: Seen, Path(Told { number, seat }): Path<Told>) -> Response {
    // The name of a file holds nothing that a request could choose freely.
    let shown = if seat.is_ascii_alphanumeric() {
        seat
    } else {
        '-'
    };
    let name = format!("game-{number}-{shown}.tar.gz");
    let found = seen.ask(move |view| view.source.repro(number, seat)).await;
    download(found, "application/gzip", &name)
}

/// A file to take along.
fn download<T: IntoResponse>(
    found: Result<Option<T>, String>,
    kind: &'static str,
    name: &str,
) -> Response {
    match found {
        Ok(Some(file)) => {
            let mut response = asset(kind, file);
            let name = format!("attachment; filename=\"{name}\"");
            if let Ok(name) = HeaderValue::from_str(&name) {
                response
                    .headers_mut()
                    .insert(header::CONTENT_DISPOSITION, name);
            }
            response
        }
        Ok(None) => problem(StatusCode::NOT_FOUND, NO_GAME),
        Err(why) => problem(StatusCode::INTERNAL_SERVER_ERROR, &why),
    }
}

fn page<T>(found: Result<T, String>, write: impl FnOnce(T) -> String) -> Response {
    match found {
        Ok(found) => Html(write(found)).into_response(),
        Err(why) => problem(StatusCode::INTERNAL_SERVER_ERROR, &why),
    }
}

/// A page that says what is wrong.
pub fn problem(status: StatusCode, why: &str) -> Response {
    (status, Html(frame::problem(why))).into_response()
}

/// A file that is in the binary, or made for whoever asks.
pub fn asset(kind: &'static str, text: impl IntoResponse) -> Response {
    (
        [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "no-cache"),
        ],
        text,
    )
        .into_response()
}
