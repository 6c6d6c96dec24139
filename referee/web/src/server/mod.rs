//! The server: pages of runs for browsers, on its own thread, next to the games.
//!
//! An [`AppState`] is what is served: runs, each with its [`RunView`]s, one for each kind of reader. A view
//! has a [`RunData`] with the data of the run, and an [`EventStream`](crate::live::EventStream) of its
//! changes. `accept` takes connections, as many as the games leave file descriptors for. `guard` checks each
//! request first, with the help of `rate` and `token`. `views` answers with pages, `stream` with events, and
//! `play` handles games of people, in their `turns`, and `qr` draws the links to them. No path of a request reaches the file system: a request
//! can only ask for a number or for a word of a list.

mod accept;
mod app_state;
mod connection_counts;
mod guard;
mod play;
mod qr;
mod rate;
mod run_data;
mod run_request;
mod status;
mod stream;
#[cfg(test)]
mod tests;
mod token;
#[cfg(any(test, fuzzing))]
pub mod trial;
mod turns;
mod views;
mod watch;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

pub(crate) use accept::serve_status;
pub use accept::{ServerLimits, serve};
pub use app_state::{AppState, Pages, RunView};
pub use run_data::RunData;
pub(crate) use status::LatestStatus;
pub use status::StatusTexts;
pub use token::AccessToken;

/// Most bytes of a request's body.
const BODY: usize = 16 << 10;

/// Returns the router of all addresses.
pub fn router(site: &Arc<AppState>) -> Router {
    let router = views::routes()
        .merge(stream::routes())
        .merge(play::routes())
        .merge(qr::routes());
    guarded(router, site)
}

/// Returns a router whose requests are looked at first.
fn guarded(router: Router<Arc<AppState>>, site: &Arc<AppState>) -> Router {
    router
        .layer(DefaultBodyLimit::max(BODY))
        .layer(
            CompressionLayer::new()
                .quality(CompressionLevel::Fastest)
                .compress_when(
                    DefaultPredicate::new().and(NotForContentType::const_new("application/gzip")),
                ),
        )
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(site),
            guard::look,
        ))
        .with_state(Arc::clone(site))
}
