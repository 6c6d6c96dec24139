//! Games of people: the page of new games, a game, its stream, and actions in it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream::unfold;
use referee_play::{Action, NewGameRequest, Offer, PlayApi, PlayRefusal, PlayView, SeatKey};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::AppState;
use super::views::kept;
use crate::assets::PLAY;
use crate::pages::play;

/// Attempts at an action in a game that is just being put to rest.
const TRIES: usize = 3;
/// Time that a browser waits before it asks again for a game for which there was no room.
const AGAIN: Duration = Duration::from_secs(5);

/// Returns the routes of these pages.
pub(super) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/play", get(invite).post(open))
        .route("/play/{id}", get(board))
        .route("/play/{id}/events", get(events))
        .route("/play/{id}/{deed}", post(act))
        .route("/play.js", kept("text/javascript", PLAY))
}

async fn invite(State(site): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    if site.api.is_none() {
        return problem(&PlayRefusal::Unknown);
    }
    let may = site.holds(&headers);
    // A reader who may not begin a game needn't know the opponents.
    let offer = move |api: &dyn PlayApi| Ok(if may { api.offer() } else { Offer::default() });
    match ask(&site, offer).await {
        Ok(offer) => Html(play::invite(&offer, may)).into_response(),
        Err(why) => problem(&why),
    }
}

async fn open(
    State(site): State<Arc<AppState>>,
    headers: HeaderMap,
    request: Result<Json<NewGameRequest>, JsonRejection>,
) -> Response {
    if !site.holds(&headers) {
        return answer_refusal(&PlayRefusal::Token);
    }
    let request = match request {
        Ok(Json(request)) => request,
        Err(why) => return refused(&why),
    };
    match ask(&site, move |api| api.open(&request)).await {
        Ok(opened) => {
            let place = [(header::LOCATION, format!("/play/{}", opened.id))];
            (StatusCode::CREATED, place, Json(opened)).into_response()
        }
        Err(why) => answer_refusal(&why),
    }
}

async fn board(
    State(site): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let holds = site.holds(&headers);
    match ask(&site, move |api| api.look(&id, holds)).await {
        Ok(table) => Html(play::board(&table.borrow(), holds)).into_response(),
        // The game continues as soon as there is room; the page waits for that.
        Err(PlayRefusal::Busy(why)) => {
            (StatusCode::SERVICE_UNAVAILABLE, Html(play::problem(&why))).into_response()
        }
        Err(why) => problem(&why),
    }
}

/// Sends the state of the game, and again whenever it changes. A reader who missed some needs no replay: each
/// event holds the whole game.
async fn events(
    State(site): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let known = headers
        .get("last-event-id")
        .and_then(|id| id.to_str().ok()?.parse().ok());
    let holds = site.holds(&headers);
    let table = match ask(&site, move |api| api.look(&id, holds)).await {
        Ok(table) => table,
        Err(why) => return answer_refusal(&why),
    };
    let events = unfold(
        (table, known),
        |(mut table, known): (watch::Receiver<Arc<PlayView>>, Option<u64>)| async move {
            let newer = table.wait_for(|now| Some(now.version) != known).await;
            let now = newer.ok().map(|now| Arc::clone(&now))?;
            let event = Event::default()
                .id(now.version.to_string())
                .event("table")
                .retry(AGAIN);
            let event = event.data(serde_json::to_string(&Sent::of(&now)).unwrap_or_default());
            Some((Ok::<_, Infallible>(event), (table, Some(now.version))))
        },
    );
    Sse::new(events)
        .keep_alive(KeepAlive::default())
        .into_response()
}

/// The state of a game with the running clock.
#[derive(Serialize)]
struct Sent<'a> {
    #[serde(flatten)]
    table: &'a PlayView,
    /// Milliseconds for which the clock of the seat to move has been running.
    #[serde(skip_serializing_if = "Option::is_none")]
    running_ms: Option<u128>,
}

impl<'a> Sent<'a> {
    fn of(table: &'a PlayView) -> Sent<'a> {
        Sent {
            running_ms: table.running.map(|since| since.elapsed().as_millis()),
            table,
        }
    }
}

/// The body of an action.
#[derive(Deserialize)]
struct Act {
    #[serde(flatten)]
    hand: SeatKey,
    #[serde(default)]
    word: String,
    #[serde(default)]
    on: bool,
}

async fn act(
    State(site): State<Arc<AppState>>,
    Path((id, deed)): Path<(String, String)>,
    headers: HeaderMap,
    act: Result<Json<Act>, JsonRejection>,
) -> Response {
    let Act { hand, word, on } = match act {
        Ok(Json(act)) => act,
        Err(why) => return refused(&why),
    };
    let action = match &*deed {
        "move" => Action::Move(word),
        "undo" => Action::Undo,
        "auto" => Action::Auto(on),
        "resign" => Action::Resign,
        "hint" => Action::Hint,
        _ => return answer_refusal(&PlayRefusal::Unknown),
    };
    match done(&site, &id, &hand, &action, site.holds(&headers)).await {
        Ok(answer) => Json(serde_json::json!({ "answer": answer })).into_response(),
        Err(why) => answer_refusal(&why),
    }
}

/// Performs an action in a game, which may take as long as a bot thinks.
async fn done(
    site: &Arc<AppState>,
    id: &str,
    hand: &SeatKey,
    action: &Action,
    holds: bool,
) -> Result<Option<String>, PlayRefusal> {
    for _ in 0..TRIES {
        let (id, hand, action) = (id.to_owned(), hand.clone(), action.clone());
        let reply = ask(site, move |api| api.act(&id, &hand, action, holds)).await?;
        if let Ok(done) = reply.await {
            return done;
        }
    }
    Err(PlayRefusal::Machine("The game doesn't go on.".to_owned()))
}

/// Calls the service off the server's own thread. The caller may go away before the answer; the permit is
/// still held until then.
async fn ask<T: Send + 'static>(
    site: &Arc<AppState>,
    question: impl FnOnce(&dyn PlayApi) -> Result<T, PlayRefusal> + Send + 'static,
) -> Result<T, PlayRefusal> {
    let api = site.api.clone().ok_or(PlayRefusal::Unknown)?;
    let turn = site.turns.take().await?;
    let answer = tokio::task::spawn_blocking(move || {
        let answer = question(&*api);
        drop(turn);
        answer
    });
    answer.await.unwrap_or_else(|_| {
        Err(PlayRefusal::Machine(
            "The server failed at this.".to_owned(),
        ))
    })
}

fn status(why: &PlayRefusal) -> StatusCode {
    match why {
        PlayRefusal::Unknown => StatusCode::NOT_FOUND,
        PlayRefusal::Key | PlayRefusal::Token => StatusCode::FORBIDDEN,
        PlayRefusal::Wrong(_) => StatusCode::UNPROCESSABLE_ENTITY,
        PlayRefusal::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
        PlayRefusal::Machine(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Returns a refusal for a script.
fn answer_refusal(why: &PlayRefusal) -> Response {
    (
        status(why),
        Json(serde_json::json!({ "why": why.to_string() })),
    )
        .into_response()
}

/// Returns the answer to a body that can't be parsed.
fn refused(why: &JsonRejection) -> Response {
    (
        why.status(),
        Json(serde_json::json!({ "why": why.body_text() })),
    )
        .into_response()
}

/// Returns a refusal for a reader.
fn problem(why: &PlayRefusal) -> Response {
    (status(why), Html(play::problem(&why.to_string()))).into_response()
}
