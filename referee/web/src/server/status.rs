//! Routes of a page that shows how something is now, for people and for programs.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use referee_report::document::Document;

use super::AppState;
use crate::assets::STYLE;
use crate::pages::{frame, status};

/// Type of the text that metric collectors read.
const METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How something is now, for each kind of reader.
#[derive(Clone, Debug, Default)]
pub struct StatusTexts {
    /// The page for people.
    pub page: Document,
    /// A JSON document.
    pub json: String,
    /// The `OpenMetrics` text.
    pub metrics: String,
}

/// The latest of these, which is replaced now and then.
#[derive(Clone, Debug, Default)]
pub(crate) struct LatestStatus(Arc<Mutex<Arc<StatusTexts>>>);

impl LatestStatus {
    /// Replaces it.
    pub(crate) fn publish(&self, texts: StatusTexts) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(texts);
    }

    fn get(&self) -> Arc<StatusTexts> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns the routes of these pages.
pub(super) fn routes(latest: &LatestStatus) -> Router<Arc<AppState>> {
    let [page, json, metrics] = [(); 3].map(|()| latest.clone());
    let typed = |kind: &'static str, text: String| -> Response {
        ([(header::CONTENT_TYPE, kind)], text).into_response()
    };
    Router::new()
        .route(
            "/",
            get(async move || Html(status::status(&page.get().page))),
        )
        .route(
            "/status.json",
            get(async move || typed("application/json", json.get().json.clone())),
        )
        .route(
            "/metrics",
            get(async move || typed(METRICS, metrics.get().metrics.clone())),
        )
        .route(
            "/style.css",
            get(async move || typed("text/css", STYLE.to_owned())),
        )
        .fallback(async || {
            (
                StatusCode::NOT_FOUND,
                Html(frame::problem("There is no such page.")),
            )
        })
}
