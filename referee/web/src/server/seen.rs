//! What a request is about: a run as this reader sees it.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};

use super::site::{Pages, Site, View};
use super::views::problem;
use crate::pages::Place;

/// A run as a reader sees it.
pub struct Seen {
    site: Arc<Site>,
    run: usize,
    /// Whether the reader may see everything.
    pub holds: bool,
}

impl Seen {
    /// What may be seen.
    pub fn view(&self) -> &View {
        self.pages().view(self.holds)
    }

    /// Where the run is.
    pub fn place(&self) -> Place {
        Place {
            base: format!("/{}", self.run + 1),
            runs: self.site.runs.len(),
        }
    }

    fn pages(&self) -> &Pages {
        &self.site.runs[self.run]
    }
}

impl FromRequestParts<Arc<Site>> for Seen {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Seen, Response> {
        let path = Path::<HashMap<String, String>>::from_request_parts(parts, site).await;
        let Path(path) = path.map_err(IntoResponse::into_response)?;
        let number = path.get("run").and_then(|run| run.parse::<usize>().ok());
        let run = number.and_then(|number| number.checked_sub(1));
        let run = run.filter(|run| *run < site.runs.len());
        let run = run.ok_or_else(|| problem(StatusCode::NOT_FOUND, "There is no such run."))?;
        Ok(Seen {
            site: Arc::clone(site),
            run,
            holds: site.holds(&parts.headers),
        })
    }
}
