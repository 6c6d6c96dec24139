//! Routes and handlers of pages and data.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tokio::time::timeout;

use super::AppState;
use super::app_state::RunView;
use super::run_request::{RunRequest, ask};
use crate::assets::{FAVICON, LIVE, SCHEME, STYLE, UPLOT, UPLOT_STYLE};
use crate::board::Packer;
use crate::model::GameQuery;
use crate::pages::{analysis, frame, live, served};
use crate::text::json;

/// Most time for the status of one of several runs.
const CARD: Duration = Duration::from_secs(2);
/// Games on a page of the list.
const GAMES: usize = 200;
/// Most characters of the words by which games are searched.
const WORDS: usize = 200;
/// Most bots by whose games the list can be filtered.
const BOTS: usize = 8;
/// The answer for a game that can't be shown, whether it exists or not.
const NO_GAME: &str = "There is no such game, or not so far.";

/// Returns the routes of these pages.
pub(super) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/", get(runs))
        .route("/{run}/", get(run))
        .route("/{run}/tv", get(tv))
        .route("/{run}/games", get(games))
        .route("/{run}/game/{number}", get(game))
        .route("/{run}/game/{number}/record.json", get(record))
        .route("/{run}/game/{number}/repro/{seat}", get(repro))
        .route("/{run}/latest.json", get(latest))
        .route("/{run}/analysis", get(analysed))
        .route("/style.css", kept("text/css", STYLE))
        .route("/scheme.js", kept("text/javascript", SCHEME))
        .route("/uplot.js", kept("text/javascript", UPLOT))
        .route("/uplot.css", kept("text/css", UPLOT_STYLE))
        .route("/page.js", kept("text/javascript", LIVE))
        .route("/favicon.svg", kept("image/svg+xml", FAVICON))
        .fallback(async || problem(StatusCode::NOT_FOUND, "There is no such page."))
}

async fn runs(State(site): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    match site.runs.len() {
        0 => Redirect::temporary("/play").into_response(),
        1 => Redirect::temporary("/1/").into_response(),
        _ => {
            let holds = site.holds(&headers);
            let mut cards = Vec::new();
            for (run, pages) in site.runs.iter().enumerate() {
                // A run that takes longer has its title alone, so that the others are reached.
                let standing = timeout(CARD, ask(&site, run, holds, RunView::shown)).await;
                cards.push((
                    pages.title.as_str(),
                    standing.unwrap_or_else(|_| Ok(Arc::default())),
                ));
            }
            Html(frame::runs(&cards)).into_response()
        }
    }
}

async fn run(seen: RunRequest) -> Response {
    page(seen.ask(RunView::shown).await, |standing| {
        live::run(&standing, &seen.place())
    })
}

async fn tv(seen: RunRequest) -> Response {
    page(seen.ask(RunView::shown).await, |standing| {
        live::tv(&standing, &seen.place())
    })
}

/// Lists games; parameters: `from` for the first number, `of` for a bot, or repeated for bots that met, `q` for words.
async fn games(seen: RunRequest, Query(query): Query<Vec<(String, String)>>) -> Response {
    let mut wanted = GameQuery {
        most: GAMES,
        ..GameQuery::default()
    };
    for (name, value) in query {
        match name.as_str() {
            "from" => wanted.from = value.parse().unwrap_or(0),
            "of" => wanted.of.push(value),
            "q" => wanted.text = value.chars().take(WORDS).collect(),
            _ => {}
        }
    }
    wanted.of.truncate(BOTS);
    let asked = wanted.clone();
    let result = seen.ask(move |view| view.source.games(&asked)).await;
    page(result, |games| {
        served::games(&games, &wanted, &seen.place())
    })
}

/// Returns the analysis page.
async fn analysed(seen: RunRequest) -> Response {
    let result = seen.ask(|view| view.source.analysis()).await;
    page(result, |summary| {
        analysis::analysis(&summary, &seen.place())
    })
}

/// The parameters of a game's address.
#[derive(Deserialize)]
struct Game {
    number: u64,
}

async fn game(seen: RunRequest, Path(Game { number }): Path<Game>) -> Response {
    let question = move |view: &RunView| {
        let loaded_game = view.source.game(number)?;
        let beside = loaded_game.as_ref().map(|_| view.source.beside(number));
        Ok((loaded_game, beside.transpose()?.unwrap_or_default()))
    };
    let result = seen.ask(question).await;
    match result {
        Ok((Some((story, reel)), beside)) => {
            let mut pack = Packer::default();
            pack.add(number, &reel);
            Html(served::game(&story, &pack.finish(), beside, &seen.place())).into_response()
        }
        Ok((None, _)) if seen.follows(number) => {
            Html(served::unfinished(number, &seen.place())).into_response()
        }
        Ok((None, _)) => problem(StatusCode::NOT_FOUND, NO_GAME),
        Err(why) => problem(StatusCode::INTERNAL_SERVER_ERROR, &why),
    }
}

/// Answers with the end of the last game that can be shown; empty where there is none.
async fn latest(seen: RunRequest) -> Response {
    let question = |view: &RunView| Ok(view.source.latest()?.map(|last| json(&*last)));
    match seen.ask(question).await {
        Ok(None) => StatusCode::NO_CONTENT.into_response(),
        Ok(Some(text)) => asset("application/json", text),
        Err(why) => problem(StatusCode::INTERNAL_SERVER_ERROR, &why),
    }
}

async fn record(seen: RunRequest, Path(Game { number }): Path<Game>) -> Response {
    let name = format!("game-{number}.json");
    let result = seen.ask(move |view| view.source.record(number)).await;
    download(result, "application/json", &name)
}

/// The parameters of the address of a seat's transcript.
#[derive(Deserialize)]
struct TranscriptView {
    number: u64,
    seat: char,
}

async fn repro(
    seen: RunRequest,
    Path(TranscriptView { number, seat }): Path<TranscriptView>,
) -> Response {
    // The file name contains nothing that a request could choose freely.
    let shown = if seat.is_ascii_alphanumeric() {
        seat
    } else {
        '-'
    };
    let name = format!("game-{number}-{shown}.tar.gz");
    let result = seen.ask(move |view| view.source.repro(number, seat)).await;
    download(result, "application/gzip", &name)
}

/// Returns a file to download.
fn download<T: IntoResponse>(
    result: Result<Option<T>, String>,
    kind: &'static str,
    name: &str,
) -> Response {
    match result {
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

fn page<T>(result: Result<T, String>, write: impl FnOnce(T) -> String) -> Response {
    match result {
        Ok(content) => Html(write(content)).into_response(),
        Err(why) => problem(StatusCode::INTERNAL_SERVER_ERROR, &why),
    }
}

/// Returns a page with an error message.
pub(super) fn problem(status: StatusCode, why: &str) -> Response {
    (status, Html(frame::problem(why))).into_response()
}

/// Returns the route of a file that is in the binary. A browser asks each time whether its copy is still the same.
pub(super) fn kept(kind: &'static str, text: &'static str) -> MethodRouter<Arc<AppState>> {
    let tag = format!("W/\"{}\"", STANDARD.encode(&Sha256::digest(text)[..12]));
    get(async move |headers: HeaderMap| {
        let known = headers.get(header::IF_NONE_MATCH);
        let known = known.and_then(|known| known.to_str().ok());
        let is_known = known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag));
        let answer = if is_known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            asset(kind, text)
        };
        let again = [
            (header::ETAG, tag.clone()),
            (header::CACHE_CONTROL, "no-cache".to_owned()),
        ];
        (again, answer).into_response()
    })
}

/// Returns a file that was made for this request.
fn asset(kind: &'static str, text: impl IntoResponse) -> Response {
    (
        [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "no-cache"),
        ],
        text,
    )
        .into_response()
}
