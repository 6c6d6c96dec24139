//! The part of a request that selects a run, as this reader may see it.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use tokio::task::spawn_blocking;

use super::app_state::{AppState, RunView};
use super::views::problem;
use crate::live::EventStream;
use crate::pages::RunLocation;

/// A run as a reader may see it.
pub(super) struct RunRequest {
    site: Arc<AppState>,
    run: usize,
    /// The reader may see everything.
    pub holds: bool,
}

impl RunRequest {
    /// Calls `question` on the reader's view. See [`ask`].
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&RunView) -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        ask(&self.site, self.run, self.holds, question).await
    }

    /// Returns the stream of changes.
    pub(super) fn feed(&self) -> &EventStream {
        &self.site.runs[self.run].view(self.holds).feed
    }

    /// Tells if the reader's stream has a game that is in play, or has ended just now.
    pub(super) fn follows(&self, number: u64) -> bool {
        !self.feed().is_late() && self.site.runs[self.run].live_games.holds(number)
    }

    /// Returns the address of the run.
    pub(super) fn place(&self) -> RunLocation {
        RunLocation {
            base: format!("/{}", self.run + 1),
            title: self.site.runs[self.run].title.clone(),
            runs: self.site.runs.len(),
            plays: self.site.api.is_some(),
            note: match (&self.site.token, self.holds) {
                (None, _) => "",
                (Some(_), true) => "This browser has the token: you see everything.",
                (Some(_), false) => "You see what everybody may see.",
            },
        }
    }
}

/// Calls `question` on the view of a run that a reader has who `holds` it or doesn't, off the server's own thread. Only
/// few questions run at a time, as each may read a whole run.
pub(super) async fn ask<T: Send + 'static>(
    site: &Arc<AppState>,
    run: usize,
    holds: bool,
    question: impl FnOnce(&RunView) -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    let failed = || "The server failed at this.".to_owned();
    let asked = Arc::clone(&site.asked).acquire_owned().await;
    let turn = asked.map_err(|_| failed())?;
    let site = Arc::clone(site);
    let answer = spawn_blocking(move || {
        // The permit lasts as long as the query does, even if the reader no longer waits for the answer.
        let _turn = turn;
        question(site.runs[run].view(holds))
    });
    answer.await.unwrap_or_else(|_| Err(failed()))
}

impl FromRequestParts<Arc<AppState>> for RunRequest {
    type Rejection = Response;

    async fn from_request_parts(
        parts: &mut Parts,
        site: &Arc<AppState>,
    ) -> Result<RunRequest, Response> {
        let path = Path::<HashMap<String, String>>::from_request_parts(parts, site).await;
        let Path(path) = path.map_err(IntoResponse::into_response)?;
        let number = path.get("run").and_then(|run| run.parse::<usize>().ok());
        let run = number.and_then(|number| number.checked_sub(1));
        let run = run.filter(|run| *run < site.runs.len());
        let run = run.ok_or_else(|| problem(StatusCode::NOT_FOUND, "There is no such run."))?;
        Ok(RunRequest {
            site: Arc::clone(site),
            run,
            holds: site.holds(&parts.headers),
        })
    }
}
