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
use crate::assets::{LIVE, STYLE};
use crate::board::Packer;
use crate::pages::live;

/// Games in a page of the list.
const GAMES: usize = 200;
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
        .route("/style.css", get(async || asset("text/css", STYLE)))
        .route("/page.js", get(async || asset("text/javascript", LIVE)))
        .fallback(async || problem(StatusCode::NOT_FOUND, "There is no such page."))
}

async fn runs(State(site): State<Arc<Site>>) -> Response {
    if site.runs.len() == 1 {
        return Redirect::temporary("/1/").into_response();
    }
    let titles: Vec<&str> = site.runs.iter().map(|run| run.title.as_str()).collect();
    Html(live::runs(&titles)).into_response()
}

async fn run(seen: Seen) -> Response {
    page(seen.view().shown(), |standing| live::run(&standing, &seen.place()))
}

async fn tv(seen: Seen) -> Response {
    page(seen.view().shown(), |standing| live::tv(&standing, &seen.place()))
}

/// Which games are listed.
#[derive(Deserialize)]
struct From {
    #[serde(default)]
    from: u64,
}

async fn games(seen: Seen, Query(From { from }): Query<From>) -> Response {
    let found = seen.view().source.games(from, GAMES);
    page(found, |games| live::games(&games, from, GAMES, &seen.place()))
}

/// A game of a run.
#[derive(Deserialize)]
struct Game {
    number: u64,
}

async fn game(seen: Seen, Path(Game { number }): Path<Game>) -> Response {
    match seen.view().source.game(number) {
        Ok(Some((story, reel))) => {
            let mut pack = Packer::default();
            pack.add(number, &reel);
            Html(live::game(&story, &pack.finish(), &seen.place())).into_response()
        }
        Ok(None) => problem(StatusCode::NOT_FOUND, NO_GAME),
        Err(why) => problem(StatusCode::INTERNAL_SERVER_ERROR, &why),
    }
}

async fn record(seen: Seen, Path(Game { number }): Path<Game>) -> Response {
    match seen.view().source.record(number) {
        Ok(Some(text)) => {
            let name = format!("attachment; filename=\"game-{number}.json\"");
            let mut response = asset("application/json", text);
            if let Ok(name) = HeaderValue::from_str(&name) {
                response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
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
    (status, Html(live::problem(why))).into_response()
}

fn asset(kind: &'static str, text: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}
