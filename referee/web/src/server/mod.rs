//! The server: pages of runs for browsers, on one thread of its own, beside the games.
//!
//! [`Site`] is what is served: a [`Source`] that knows the run, and a [`Feed`] of what changes. [`accept`]
//! takes connections, as many as the games leave descriptors for; [`guard`] looks at each request before
//! anything else does; [`views`] answers with pages, [`stream`] with events, and [`play`] is where people play. No path of a request reaches
//! the file system: what can be asked for is a number or a word of a list.

mod accept;
mod guard;
mod play;
mod source;
mod stream;
mod views;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::HeaderMap;

pub use accept::{Limits, serve};
pub use source::{Progress, Source, Standing};

use crate::live::{Feed, Hall};
use crate::play::Lobby;

/// How often games are looked at: a board changes ten times a second at most.
const BOARDS: Duration = Duration::from_millis(100);
/// How often tables are made anew, at most.
const TABLES: Duration = Duration::from_secs(1);

/// What is served.
pub struct Site {
    /// Who knows the run.
    pub source: Arc<dyn Source>,
    /// The games in play, where this process plays them.
    pub hall: Hall,
    /// The stream of what changes.
    pub feed: Feed,
    /// Who keeps games of people, if they may play here.
    pub lobby: Option<Arc<dyn Lobby>>,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Site {
    /// Whether whoever sends these headers may have processes started.
    fn may_start(&self, _: &HeaderMap) -> bool {
        self.address.ip().is_loopback()
    }
}

/// All that can be asked for.
fn router(site: &Arc<Site>) -> Router {
    let router = views::routes()
        .merge(stream::routes())
        .merge(play::routes());
    router
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(site),
            guard::look,
        ))
        .with_state(Arc::clone(site))
}

/// Feeds the stream for ever.
async fn feed(site: Arc<Site>) {
    let mut boards = tokio::time::interval(BOARDS);
    boards.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut tables = std::time::Instant::now();
    let mut changed = 0;
    loop {
        boards.tick().await;
        let now = std::time::Instant::now();
        let mut run = None;
        if now >= tables {
            let mark = site.source.mark();
            if mark != changed || changed == 0 {
                // What can't be read now is tried again.
                run = site.source.standing().ok();
                changed = mark;
            }
            // A run of many games isn't added up all the time.
            tables = now + TABLES.max(8 * now.elapsed());
        }
        site.feed.look(&site.hall, run.as_ref(), now);
    }
}
