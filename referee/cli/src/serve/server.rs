//! The thread on which pages are served.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use anyhow::Result;
use referee_arena::Cores;
use referee_web::live::{Feed, Hall};
use referee_web::play::Lobby;
use referee_web::server::{Limits, Site, Source, serve};
use tokio::sync::oneshot;

use super::keeper::Keeper;
use super::nobody::Nobody;
use super::play::{Bots, Field, Parlour};
use crate::exit::{bad_input, machine};
use crate::jail::Wanted;
use crate::out;

/// Readers at the same time, at most.
const READERS: usize = 10_000;
/// Descriptors that games and files have in any case.
const OTHERS: u64 = 512;

/// Where pages are served.
#[derive(Clone, Debug, clap::Args)]
pub struct ServeArgs {
    /// The address: a port of this machine, or IP:PORT for others too.
    #[arg(long, value_name = "PORT|IP:PORT", default_value = "7070", value_parser = address)]
    pub listen: SocketAddr,
    /// Show everything so many seconds later.
    #[arg(long, value_name = "SECONDS", default_value = "0")]
    pub delay: u32,
    /// Where games of people are kept, instead of RUN.play.db beside the run.
    #[arg(long, value_name = "FILE")]
    pub people: Option<PathBuf>,
    /// Games of people at the same time.
    #[arg(long, value_name = "N", default_value = "4")]
    pub people_games: usize,
}

/// Against whom people play in the browser, and beside what.
#[derive(Default)]
pub struct Playing {
    /// The bots of the run.
    pub field: Field,
    /// How much of a jail bots are put in.
    pub jail: Wanted,
    /// The cores of the run, while it goes on.
    pub cores: Option<Cores>,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let here = IpAddr::from([127, 0, 0, 1]);
    let port = text.parse::<u16>().map(|port| SocketAddr::new(here, port));
    port.or_else(|_| text.parse()).map_err(|_| {
        "expected a port such as 7070, or an address such as 192.168.1.5:7070".to_owned()
    })
}

/// Pages of a run, until it is dropped.
pub struct Server {
    address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    parlour: Option<Arc<Parlour>>,
}

impl Server {
    /// Begins to serve the run in a file, if there is one, with the games of a hall and those of people.
    pub fn start(
        path: Option<PathBuf>,
        hall: Hall,
        args: &ServeArgs,
        playing: Playing,
    ) -> Result<Server> {
        let listener = TcpListener::bind(args.listen).map_err(|error| {
            bad_input(format!(
                "--listen {}: {error}; choose another port, or 0 for any that is free",
                args.listen
            ))
        })?;
        let address = listener.local_addr().map_err(machine)?;
        let parlour = parlour(path.as_deref(), args, playing)?.map(Arc::new);
        let source: Arc<dyn Source> = match path {
            Some(path) => Arc::new(Keeper::new(path)),
            None => Arc::new(Nobody),
        };
        let site = Site {
            source,
            hall,
            lobby: parlour.clone().map(|parlour| parlour as Arc<dyn Lobby>),
            feed: Feed::new(Duration::from_secs(args.delay.into())),
            address,
        };
        let limits = Limits {
            connections: connections(),
        };
        let (end, ended) = oneshot::channel();
        let thread = Builder::new().name("pages".to_owned()).spawn(move || {
            let end = async {
                let _ = ended.await;
            };
            if let Err(error) = serve(listener, site, limits, end) {
                out::remark(&format!("referee: the pages have ended: {error}"));
            }
        });
        Ok(Server {
            address,
            end: Some(end),
            thread: Some(thread.map_err(machine)?),
            parlour,
        })
    }

    /// The run is over: people may play on its cores too.
    pub fn run_is_over(&self) {
        if let Some(parlour) = &self.parlour {
            parlour.run_is_over();
        }
    }

    /// Where a browser finds it.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        // The last who has it lets the games rest.
        self.parlour = None;
    }
}

/// Who keeps games of people; nobody where they can't be kept, unless somebody wished for that file.
fn parlour(run: Option<&Path>, args: &ServeArgs, playing: Playing) -> Result<Option<Parlour>> {
    let file = match (&args.people, run) {
        (Some(file), _) => Ok(file.clone()),
        (None, Some(run)) => Ok(run.with_extension("play.db")),
        (None, None) => data_file(),
    };
    let bots = Bots::new(playing.field, playing.jail);
    let opened = file.and_then(|file| {
        let opened = Parlour::open(&file, bots, args.people_games, playing.cores.as_ref());
        opened.map_err(|why| why.to_string())
    });
    match opened {
        Ok(parlour) => Ok(Some(parlour)),
        Err(why) if args.people.is_some() || run.is_none() => Err(bad_input(why)),
        Err(why) => {
            out::remark(&format!("referee: nobody can play in the browser: {why}"));
            Ok(None)
        }
    }
}

/// Where games of people are kept without a run.
fn data_file() -> Result<PathBuf, String> {
    let set = |name| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let folder = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    let folder =
        folder.ok_or("there is no HOME to keep games of people in; say where by --people")?;
    let folder = folder.join("referee");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder.join("play.db"))
}

/// Readers for whom there are descriptors beside those of the games.
fn connections() -> usize {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let files = files.unwrap_or(u64::MAX).saturating_sub(OTHERS);
    usize::try_from(files).unwrap_or(READERS).clamp(16, READERS)
}
