//! Pages and data, by their addresses.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;

use super::Site;
use crate::assets::{LIVE, STYLE};
use crate::board::Packer;
use crate::pages::live;

/// Games in a page of the list.
const GAMES: usize = 200;

/// Where everything is.
pub fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/", get(run))
        .route("/tv", get(tv))
        .route("/games", get(games))
        .route("/game/{number}", get(game))
        .route("/game/{number}/record.json", get(record))
        .route("/style.css", get(async || asset("text/css", STYLE)))
        .route("/page.js", get(async || asset("text/javascript", LIVE)))
        .fallback(async || problem(StatusCode::NOT_FOUND, "There is no such page."))
}

async fn run(State(site): State<Arc<Site>>) -> Response {
    page(site.source.standing(), |standing| live::run(&standing, site.lobby.is_some()))
}

async fn tv(State(site): State<Arc<Site>>) -> Response {
    page(site.source.standing(), |standing| live::tv(&standing))
}

/// Which games are listed.
#[derive(Deserialize)]
struct From {
    #[serde(default)]
    from: u64,
}

async fn games(State(site): State<Arc<Site>>, Query(From { from }): Query<From>) -> Response {
    page(site.source.games(from, GAMES), |games| live::games(&games, from, GAMES))
}

async fn game(State(site): State<Arc<Site>>, Path(number): Path<u64>) -> Response {
    match site.source.game(number) {
        Ok(Some((story, reel))) => {
            let mut pack = Packer::default();
            pack.add(number, &reel);
            Html(live::game(&story, &pack.finish())).into_response()
        }
        Ok(None) => problem(StatusCode::NOT_FOUND, "There is no such game, or not so far."),
        Err(why) => problem(StatusCode::INTERNAL_SERVER_ERROR, &why),
    }
}

async fn record(State(site): State<Arc<Site>>, Path(number): Path<u64>) -> Response {
    match site.source.record(number) {
        Ok(Some(text)) => {
            let name = format!("attachment; filename=\"game-{number}.json\"");
            let mut response = asset("application/json", text);
            if let Ok(name) = HeaderValue::from_str(&name) {
                response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
            }
            response
        }
        Ok(None) => problem(StatusCode::NOT_FOUND, "There is no such game, or not so far."),
        Err(why) => problem(StatusCode::INTERNAL_SERVER_ERROR, &why),
    }
}

fn page<T>(found: Result<T, String>, write: impl FnOnce(T) -> String) -> Response {
    match found {
        Ok(found) => Html(write(found)).into_response(),
        Err(why) => problem(StatusCode::INTERNAL_SERVER_ERROR, &why),
    }
}

fn problem(status: StatusCode, why: &str) -> Response {
    (status, Html(live::problem(why))).into_response()
}

fn asset(kind: &'static str, text: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}
