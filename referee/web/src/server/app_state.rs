//! The shared state of the server: runs, games of people, limits.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use referee_play::PlayApi;
use tokio::sync::Semaphore;

use super::rate::Rates;
use super::run_data::RunData;
use super::token::AccessToken;
use super::turns::Turns;
use crate::live::{EventStream, LiveGames};
use crate::model::RunStatus;

/// Shortest time for which a status is kept while readers ask for it.
const FRESH: Duration = Duration::from_secs(1);

/// Queries on runs that are answered at the same time.
const ASKED: usize = 2;

/// The shared state of the server.
pub struct AppState {
    /// The runs, numbered from 1 in addresses.
    pub runs: Vec<Pages>,
    /// The service for games of people, if they may play here.
    pub api: Option<Arc<dyn PlayApi>>,
    /// The address on which the server listens.
    pub address: SocketAddr,
    /// The token with which a reader sees everything and may start processes; without one, every reader may.
    pub token: Option<AccessToken>,
    /// Rate limits of the readers.
    pub(super) rates: Rates,
    /// Permits for queries on a run.
    pub(super) asked: Arc<Semaphore>,
    /// Held by each request until it is answered.
    pub(super) answering: Arc<()>,
    /// Permits for requests to the games of people.
    pub(super) turns: Turns,
}

/// The pages of a run.
pub struct Pages {
    /// The title of the run.
    pub title: String,
    /// Its games in play, if this process plays them.
    pub live_games: LiveGames,
    /// The view of the run's holders.
    pub everything: RunView,
    /// The view of everyone else; without it they see everything too.
    pub public: Option<RunView>,
}

/// The part of a run that one kind of reader may see.
pub struct RunView {
    /// The source of its data.
    pub source: Arc<dyn RunData>,
    /// The stream of changes.
    pub feed: EventStream,
    title: String,
    last: Mutex<Option<Looked>>,
}

/// The status found at the last look.
struct Looked {
    until: Instant,
    mark: u64,
    standing: Arc<RunStatus>,
}

impl AppState {
    /// Creates the state for these runs.
    pub fn new(
        runs: Vec<Pages>,
        api: Option<Arc<dyn PlayApi>>,
        address: SocketAddr,
        token: Option<AccessToken>,
    ) -> AppState {
        AppState {
            runs,
            api,
            address,
            token,
            rates: Rates::default(),
            asked: Arc::new(Semaphore::new(ASKED)),
            answering: Arc::default(),
            turns: Turns::default(),
        }
    }

    /// Returns whether a reader holds the runs: such a reader sees everything and may start processes.
    pub fn holds(&self, headers: &HeaderMap) -> bool {
        self.token
            .as_ref()
            .is_none_or(|token| token.came_with(headers))
    }
}

impl Pages {
    /// Returns the view of a reader.
    pub fn view(&self, holds: bool) -> &RunView {
        let public = self.public.as_ref().filter(|_| !holds);
        public.unwrap_or(&self.everything)
    }

    pub(super) fn views(&self) -> impl Iterator<Item = &RunView> {
        std::iter::once(&self.everything).chain(&self.public)
    }
}

impl RunView {
    /// Creates a view of the data of a source, published with this delay.
    pub fn new(title: &str, source: Arc<dyn RunData>, delay: Duration) -> RunView {
        RunView {
            title: title.to_owned(),
            source,
            feed: EventStream::new(delay),
            last: Mutex::new(None),
        }
    }

    /// Returns the status of the run, as far as readers may know it yet.
    pub(super) fn shown(&self) -> Result<Arc<RunStatus>, String> {
        if !self.feed.is_late() {
            return self.standing();
        }
        let later = || RunStatus {
            title: self.title.clone(),
            lead: "Nothing can be shown yet: this page shows everything later than it happens."
                .to_owned(),
            ..RunStatus::default()
        };
        Ok(self.feed.standing().unwrap_or_else(|| Arc::new(later())))
    }

    /// Returns the status of the run. It is kept for a while, so that a run of many games isn't evaluated
    /// again for each reader.
    pub(super) fn standing(&self) -> Result<Arc<RunStatus>, String> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if let Some(looked) = last.as_mut() {
            if now < looked.until {
                return Ok(Arc::clone(&looked.standing));
            }
            if self.source.mark() == looked.mark {
                looked.until = now + FRESH;
                return Ok(Arc::clone(&looked.standing));
            }
        }
        let mark = self.source.mark();
        let standing = Arc::new(self.source.standing()?);
        *last = Some(Looked {
            until: Instant::now() + FRESH.max(8 * now.elapsed()),
            mark,
            standing: Arc::clone(&standing),
        });
        Ok(standing)
    }
}
