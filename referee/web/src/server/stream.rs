//! The stream of events, as a browser's `EventSource` reads it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::routing::get;
use futures_util::stream::unfold;

use super::seen::Seen;
use super::site::Site;

/// Where the stream is.
pub fn routes() -> Router<Arc<Site>> {
    Router::new().route("/{run}/events", get(events))
}

/// Everything as it stands, or what was missed since, and then what comes.
async fn events(seen: Seen, headers: HeaderMap) -> impl IntoResponse {
    let after = headers.get("last-event-id");
    let after = after.and_then(|id| id.to_str().ok()?.parse().ok());
    let events = unfold(seen.feed().read(after), |mut reader| async {
        let event = reader.next().await?;
        let told = sse::Event::default()
            .id(event.id.to_string())
            .event(event.name);
        Some((Ok::<_, Infallible>(told.data(&event.data)), reader))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}
