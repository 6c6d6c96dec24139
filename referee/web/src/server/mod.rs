//! The server: pages of runs for browsers, on one thread of its own, beside the games.
//!
//! A [`Site`] is what is served: runs, each with its [`View`]s, which are what one kind of reader may see. A
//! view is a [`Source`] that knows the run, and a [`Feed`] of what changes. [`accept`] takes connections, as
//! many as the games leave descriptors for; [`guard`] looks at each request before anything else does, [`rate`]
//! and [`token`] help it; [`views`] answers with pages, [`stream`] with events, and [`play`] is where people
//! play, in their [`turns`]. No path of a request reaches
//! the file system: what can be asked for is a number or a word of a list.

mod accept;
mod guard;
mod play;
mod rate;
mod seen;
mod share;
mod site;
mod source;
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

pub use accept::{Limits, serve};
pub use site::{Pages, Site, View};
pub use source::{Progress, Source, Standing, Wanted};
pub use token::Token;

/// Bytes of a request's body.
const BODY: usize = 16 << 10;

/// All that can be asked for.
pub fn router(site: &Arc<Site>) -> Router {
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
