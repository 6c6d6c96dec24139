//! The stream of events, as a browser's `EventSource` reads it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::routing::get;
use futures_util::stream::unfold;

use super::app_state::AppState;
use super::run_request::RunRequest;

/// Where the stream is.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/{run}/events", get(events))
}

/// Everything as it stands, or what was missed since, and then what comes.
async fn events(seen: RunRequest, headers: HeaderMap) -> impl IntoResponse {
    let after = headers.get("last-event-id");
    let after = after.and_then(|id| id.to_str().ok()?.parse().ok());
    let events = unfold(seen.feed().read(after), |mut reader| async {
        let event = reader.next().await?;
        let message = sse::Event::default()
            .id(event.id.to_string())
            .event(event.name);
        Some((Ok::<_, Infallible>(message.data(&event.data)), reader))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}
