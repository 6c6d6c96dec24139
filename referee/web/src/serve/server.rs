//! The thread that serves pages.

use std::net::{SocketAddr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use anyhow::Result;
use referee_engine::{GameObservers, beside, stay_on};
use referee_games::GameSource;
use referee_output::failure::{bad_input, machine};
use referee_output::remarks;
use referee_play::{PlayApi, PlayService};
use tokio::sync::oneshot;

use super::people::{Playing, service};
use super::{PublicRun, RunQueries, ServeOptions};
use crate::live::LiveGames;
use crate::server::{AppState, Pages, RunView, ServerLimits, serve};

/// Most readers at the same time.
const READERS: usize = 10_000;
/// File descriptors reserved for games and files.
const OTHERS: u64 = 512;
/// Niceness of the thread: games have priority over pages.
const NICE: i32 = 10;

/// A run to be served.
pub struct Shown {
    /// Path of its results file.
    path: PathBuf,
    /// The games that it was played by.
    games: GameSource,
    /// Its games in play, if this process plays them.
    live_games: LiveGames,
}

impl Shown {
    /// Shows the results in a file, and the run's games in play.
    pub fn new(path: PathBuf, games: GameSource) -> Shown {
        Shown {
            path,
            live_games: LiveGames::new(games.clone()),
            games,
        }
    }
}

/// A server of pages, which runs until it is dropped.
pub struct Server {
    url: String,
    key: Option<String>,
    /// The observers of the one run that is played here.
    observers: Option<Arc<dyn GameObservers>>,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    service: Option<Arc<PlayService>>,
}

impl Server {
    /// Starts to serve runs, if there are any, and games of people. Returns an error if the address can't be
    /// used or a run can't be read.
    pub fn start(runs: Vec<Shown>, options: &ServeOptions, playing: Playing) -> Result<Server> {
        let wanted = options.address();
        let listener = listen(wanted)?;
        let address = listener.local_addr().map_err(machine)?;
        let token = options.token(address.port())?;
        let url = format!("http://{}/", seen_from_outside(address));
        let key = token
            .as_ref()
            .map(|token| format!("{url}?{}", token.query()));
        let cores = playing.cores.as_ref();
        let processors = cores.map_or(Vec::new(), |cores| beside(Some(cores)));
        let first = runs.first().map(|run| run.path.as_path());
        let service = service(first, options, playing)?.map(Arc::new);
        let runs: Result<Vec<Pages>> = runs.into_iter().map(|run| pages(run, options)).collect();
        let api = service.clone().map(|service| service as Arc<dyn PlayApi>);
        let site = Arc::new(AppState::new(runs?, api, address, token));
        let limits = ServerLimits {
            connections: connections(),
        };
        let (end, ended) = oneshot::channel();
        let thread = Builder::new().name("pages".to_owned()).spawn(move || {
            step_back(&processors);
            let end = async {
                let _ = ended.await;
            };
            if let Err(error) = serve(listener, &site, limits, end) {
                remarks::lines(&format!("referee: the pages have ended: {error}"));
            }
        });
        Ok(Server {
            url,
            key,
            observers: None,
            end: Some(end),
            thread: Some(thread.map_err(machine)?),
            service,
        })
    }

    /// Starts to serve a run that is played here, if that is wanted, and prints its address.
    pub fn of_run(
        wanted: Option<&ServeOptions>,
        (path, games): (&Path, &GameSource),
        playing: Playing,
    ) -> Result<Option<Server>> {
        let Some(wanted) = wanted else {
            return Ok(None);
        };
        let shown = Shown::new(path.to_owned(), games.clone());
        let observers = Arc::new(shown.live_games.clone());
        let mut server = Server::start(vec![shown], wanted, playing)?;
        server.observers = Some(observers);
        server.announce();
        Ok(Some(server))
    }

    /// Tells the server that the run is over: people may play on its cores too.
    pub fn run_is_over(&self) {
        if let Some(service) = &self.service {
            service.run_is_over();
        }
    }

    /// Returns the observers through which games can be watched during play.
    pub fn observers(&self) -> Option<Arc<dyn GameObservers>> {
        self.observers.clone()
    }

    /// Prints the addresses of the pages to stderr.
    pub fn announce(&self) {
        remarks::lines(&format!("pages: {}", self.url));
        if let Some(key) = &self.key {
            remarks::lines(&format!("pages, everything: {key}"));
        }
    }

    /// Returns the address of the pages.
    pub fn url(&self) -> &str {
        &self.url
    }
}

/// Listens at an address. Returns an error if it can't be used.
pub(super) fn listen(address: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(address).map_err(|error| {
        bad_input(format!(
            "--listen {address}: {error}; choose another port, or 0 for any that is free"
        ))
    })
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        // Dropping the last reference puts the games to rest.
        self.service = None;
    }
}

fn pages(run: Shown, options: &ServeOptions) -> Result<Pages> {
    let guest = options.guest(&run.path)?;
    let view = |guest: Option<PublicRun>, delay| {
        let queries = RunQueries::new(run.path.clone(), run.games.clone(), guest);
        let title = queries.title();
        let view = RunView::new(&title, Arc::new(queries), delay);
        (title, view)
    };
    let (title, everything) = view(None, Duration::ZERO);
    Ok(Pages {
        title,
        public: guest.map(|guest| view(Some(guest), options.delay()).1),
        everything,
        live_games: run.live_games,
    })
}

/// Returns an address for others if the server listens on all of them: that of the interface that leads
/// outwards, if there is one.
fn seen_from_outside(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    // Nothing is sent: this only asks for the route.
    let ask = || {
        let socket = UdpSocket::bind("0.0.0.0:0")?;
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    };
    let ip_addr = ask().map(|found: SocketAddr| found.ip());
    SocketAddr::new(ip_addr.unwrap_or(address.ip()), address.port())
}

/// Keeps this thread, and those that it starts, out of the way of the games as far as the machine has room.
fn step_back(processors: &[usize]) {
    stay_on(processors);
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICE);
}

/// Returns the number of readers for whom there are file descriptors next to those of the games.
fn connections() -> usize {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let files = files.unwrap_or(u64::MAX).saturating_sub(OTHERS);
    usize::try_from(files).unwrap_or(READERS).clamp(16, READERS)
}
