//! Where people play: the page of new games, a game, its stream, and what is done in it.

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
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::Site;
use super::views::asset;
use crate::assets::PLAY;
use crate::pages::play;
use crate::play::{Deed, Hand, Lobby, Offer, Refused, Table, Wish};

/// How often a game is asked that lies down to rest just then.
const TRIES: usize = 3;
/// How long a browser waits before it asks again for a game that there is no room for.
const AGAIN: Duration = Duration::from_secs(5);

/// Where it all is.
pub fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/play", get(invite).post(open))
        .route("/play/{id}", get(board))
        .route("/play/{id}/events", get(events))
        .route("/play/{id}/{deed}", post(act))
        .route("/play.js", get(async || asset("text/javascript", PLAY)))
}

async fn invite(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    if site.lobby.is_none() {
        return problem(&Refused::Unknown);
    }
    let may = site.holds(&headers);
    // Who may not begin a game needn't know against whom.
    let offer = move |lobby: &dyn Lobby| Ok(if may { lobby.offer() } else { Offer::default() });
    match ask(&site, offer).await {
        Ok(offer) => Html(play::invite(&offer, may)).into_response(),
        Err(why) => problem(&why),
    }
}

async fn open(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    wish: Result<Json<Wish>, JsonRejection>,
) -> Response {
    if !site.holds(&headers) {
        return told(&Refused::Token);
    }
    let wish = match wish {
        Ok(Json(wish)) => wish,
        Err(why) => return refused(&why),
    };
    match ask(&site, move |lobby| lobby.open(&wish)).await {
        Ok(opened) => {
            let place = [(header::LOCATION, format!("/play/{}", opened.id))];
            (StatusCode::CREATED, place, Json(opened)).into_response()
        }
        Err(why) => told(&why),
    }
}

async fn board(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let holds = site.holds(&headers);
    match ask(&site, move |lobby| lobby.look(&id, holds)).await {
        Ok(table) => Html(play::board(&table.borrow(), holds)).into_response(),
        // The game goes on as soon as there is room; the page waits for that.
        Err(Refused::Busy(why)) => {
            (StatusCode::SERVICE_UNAVAILABLE, Html(play::problem(&why))).into_response()
        }
        Err(why) => problem(&why),
    }
}

/// The game as it stands, and again whenever it changes. What a reader missed needs no telling: each event
/// is the whole game.
async fn events(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let known = headers
        .get("last-event-id")
        .and_then(|id| id.to_str().ok()?.parse().ok());
    let holds = site.holds(&headers);
    let table = match ask(&site, move |lobby| lobby.look(&id, holds)).await {
        Ok(table) => table,
        Err(why) => return told(&why),
    };
    let events = unfold(
        (table, known),
        |(mut table, known): (watch::Receiver<Arc<Table>>, Option<u64>)| async move {
            let found = table.wait_for(|now| Some(now.version) != known).await;
            let now = found.ok().map(|now| Arc::clone(&now))?;
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

/// A table with what only the moment tells.
#[derive(Serialize)]
struct Sent<'a> {
    #[serde(flatten)]
    table: &'a Table,
    /// Milliseconds for which the clock of the seat on turn has been running.
    #[serde(skip_serializing_if = "Option::is_none")]
    running_ms: Option<u128>,
}

impl<'a> Sent<'a> {
    fn of(table: &'a Table) -> Sent<'a> {
        Sent {
            running_ms: table.running.map(|since| since.elapsed().as_millis()),
            table,
        }
    }
}

/// What is sent with a deed.
#[derive(Deserialize)]
struct Act {
    #[serde(flatten)]
    hand: Hand,
    #[serde(default)]
    word: String,
    #[serde(default)]
    on: bool,
}

async fn act(
    State(site): State<Arc<Site>>,
    Path((id, deed)): Path<(String, String)>,
    headers: HeaderMap,
    act: Result<Json<Act>, JsonRejection>,
) -> Response {
    let Act { hand, word, on } = match act {
        Ok(Json(act)) => act,
        Err(why) => return refused(&why),
    };
    let deed = match &*deed {
        "move" => Deed::Move(word),
        "undo" => Deed::Undo,
        "auto" => Deed::Auto(on),
        "resign" => Deed::Resign,
        "hint" => Deed::Hint,
        _ => return told(&Refused::Unknown),
    };
    match done(&site, &id, &hand, &deed, site.holds(&headers)).await {
        Ok(answer) => Json(serde_json::json!({ "answer": answer })).into_response(),
        Err(why) => told(&why),
    }
}

/// Does something in a game, which may take as long as a bot thinks.
async fn done(
    site: &Arc<Site>,
    id: &str,
    hand: &Hand,
    deed: &Deed,
    holds: bool,
) -> Result<Option<String>, Refused> {
    for _ in 0..TRIES {
        let (id, hand, deed) = (id.to_owned(), hand.clone(), deed.clone());
        let reply = ask(site, move |lobby| lobby.act(&id, &hand, deed, holds)).await?;
        if let Ok(done) = reply.await {
            return done;
        }
    }
    Err(Refused::Machine("The game doesn't go on.".to_owned()))
}

/// Asks the lobby beside the server's own thread. Whoever asks may go before the answer: the turn lasts until
/// then all the same.
async fn ask<T: Send + 'static>(
    site: &Arc<Site>,
    question: impl FnOnce(&dyn Lobby) -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let lobby = site.lobby.clone().ok_or(Refused::Unknown)?;
    let turn = site.turns.take().await?;
    let answer = tokio::task::spawn_blocking(move || {
        let answer = question(&*lobby);
        drop(turn);
        answer
    });
    answer
        .await
        .unwrap_or_else(|_| Err(Refused::Machine("The server failed at this.".to_owned())))
}

fn status(why: &Refused) -> StatusCode {
    match why {
        Refused::Unknown => StatusCode::NOT_FOUND,
        Refused::Key | Refused::Token => StatusCode::FORBIDDEN,
        Refused::Wrong(_) => StatusCode::UNPROCESSABLE_ENTITY,
        Refused::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
        Refused::Machine(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// A refusal for a script.
fn told(why: &Refused) -> Response {
    (
        status(why),
        Json(serde_json::json!({ "why": why.to_string() })),
    )
        .into_response()
}

/// A body that isn't what it should be.
fn refused(why: &JsonRejection) -> Response {
    (
        why.status(),
        Json(serde_json::json!({ "why": why.body_text() })),
    )
        .into_response()
}

/// A refusal for a reader.
fn problem(why: &Refused) -> Response {
    (status(why), Html(play::problem(&why.to_string()))).into_response()
}
