//! The event stream, in the format that a browser's `EventSource` reads.

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

/// Returns the route of the stream.
pub(super) fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/{run}/events", get(events))
}

/// Sends the whole state, or the events since the last one that the reader got, and then later events.
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
