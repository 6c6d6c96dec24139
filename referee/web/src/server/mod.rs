//! The server: pages of runs for browsers, on one thread of its own, beside the games.
//!
//! A [`AppState`] is what is served: runs, each with its [`RunView`]s, which are what one kind of reader may see. A
//! view is a [`RunData`] that knows the run, and a [`Feed`] of what changes. [`accept`] takes connections, as
//! many as the games leave descriptors for; [`guard`] looks at each request before anything else does, [`rate`]
//! and [`token`] help it; [`views`] answers with pages, [`stream`] with events, and [`play`] is where people
//! play, in their [`turns`]. No path of a request reaches
//! the file system: what can be asked for is a number or a word of a list.

mod accept;
mod app_state;
mod connection_counts;
mod guard;
mod play;
mod rate;
mod run_data;
mod run_request;
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

pub use accept::{ServerLimits, serve};
pub use app_state::{AppState, Pages, RunView};
pub use run_data::{GameQuery, RunData, RunProgress, RunStatus};
pub use token::AccessToken;

/// Bytes of a request's body.
const BODY: usize = 16 << 10;

/// All that can be asked for.
pub fn router(site: &Arc<AppState>) -> Router {
    let router = views::routes()
        .merge(stream::routes())
        .merge(play::routes());
    router
        .layer(DefaultBodyLimit::max(BODY))
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(site),
            guard::look,
        ))
        .with_state(Arc::clone(site))
}
