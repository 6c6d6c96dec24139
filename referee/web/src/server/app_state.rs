//! What is served.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use referee_play::model::PlayApi;
use tokio::sync::Semaphore;

use super::rate::Rates;
use super::run_data::{RunData, RunStatus};
use super::token::AccessToken;
use super::turns::Turns;
use crate::live::{EventStream, LiveGames};

/// How long a standing is good for, at least, while somebody asks.
const FRESH: Duration = Duration::from_secs(1);

/// Questions about runs that are answered at the same time.
const ASKED: usize = 2;

/// What is served.
pub struct AppState {
    /// The runs, which go by their numbers from 1.
    pub runs: Vec<Pages>,
    /// Who keeps games of people, if they may play here.
    pub api: Option<Arc<dyn PlayApi>>,
    /// Where it listens.
    pub address: SocketAddr,
    /// Who brings it sees everything and may start processes; without one everybody does.
    pub token: Option<AccessToken>,
    /// How much each reader has asked for.
    pub(super) rates: Rates,
    /// Turns of those who ask about a run.
    pub(super) asked: Arc<Semaphore>,
    /// Held by each request until it is answered.
    pub(super) answering: Arc<()>,
    /// Turns of those who ask the lobby.
    pub(super) turns: Turns,
}

/// A run.
pub struct Pages {
    /// What it is called.
    pub title: String,
    /// Its games in play, where this process plays them.
    pub live_games: LiveGames,
    /// For those who hold the run.
    pub everything: RunView,
    /// For everybody else; without it they see everything too.
    pub public: Option<RunView>,
}

/// What one kind of reader may see of a run.
pub struct RunView {
    /// Who knows it.
    pub source: Arc<dyn RunData>,
    /// The stream of what changes.
    pub feed: EventStream,
    title: String,
    last: Mutex<Option<Looked>>,
}

/// What was found at the last look.
struct Looked {
    until: Instant,
    mark: u64,
    standing: Arc<RunStatus>,
}

impl AppState {
    /// A site of these runs.
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

    /// Whether a reader is one of those who hold the runs: they see everything and may start processes.
    pub fn holds(&self, headers: &HeaderMap) -> bool {
        self.token
            .as_ref()
            .is_none_or(|token| token.came_with(headers))
    }
}

impl Pages {
    /// What a reader sees.
    pub fn view(&self, holds: bool) -> &RunView {
        let public = self.public.as_ref().filter(|_| !holds);
        public.unwrap_or(&self.everything)
    }

    pub(super) fn views(&self) -> impl Iterator<Item = &RunView> {
        std::iter::once(&self.everything).chain(&self.public)
    }
}

impl RunView {
    /// A view on what a source knows, told so much later than it happens.
    pub fn new(title: &str, source: Arc<dyn RunData>, delay: Duration) -> RunView {
        RunView {
            title: title.to_owned(),
            source,
            feed: EventStream::new(delay),
            last: Mutex::new(None),
        }
    }

    /// How the run stands, as far as readers may know it by now.
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

    /// How the run stands; a run of many games isn't added up for each reader.
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
