//! Watches the runs, and publishes changes to readers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use super::app_state::AppState;

/// Time between two looks at the games: a board changes at most ten times a second.
const BOARDS: Duration = Duration::from_millis(100);
/// Looks at the games for each look at the tables.
const TABLES: u32 = 10;

/// Feeds the streams for ever.
pub(super) async fn watch(site: Arc<AppState>) {
    let mut ticks = interval(BOARDS);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for round in 0_u32.. {
        ticks.tick().await;
        let site = Arc::clone(&site);
        let tables = round.is_multiple_of(TABLES);
        // Evaluating a run takes a while, during which readers must be served.
        let _ = spawn_blocking(move || look(&site, tables)).await;
    }
}

fn look(site: &AppState, tables: bool) {
    let now = Instant::now();
    for pages in &site.runs {
        let over = pages.live_games.over();
        for view in pages.views().filter(|view| view.feed.is_read()) {
            // If the status can't be read now, the next look tries again.
            let standing = tables.then(|| view.standing().ok()).flatten();
            view.feed.look(
                &pages.live_games,
                |bot| view.source.name(bot),
                standing,
                now,
            );
        }
        pages.live_games.forget(&over);
    }
}
