//! The thread on which pages are served.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use anyhow::Result;
use referee_web::live::{Feed, Hall};
use referee_web::server::{Limits, Site, serve};
use tokio::sync::oneshot;

use super::keeper::Keeper;
use crate::exit::{bad_input, machine};

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
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let here = IpAddr::from([127, 0, 0, 1]);
    let port = text.parse::<u16>().map(|port| SocketAddr::new(here, port));
    port.or_else(|_| text.parse())
        .map_err(|_| "expected a port such as 7070, or an address such as 192.168.1.5:7070".to_owned())
}

/// Pages of a run, until it is dropped.
pub struct Server {
    address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Begins to serve the run in a file, with the games of a hall.
    pub fn start(path: PathBuf, hall: Hall, args: &ServeArgs) -> Result<Server> {
        let listener = TcpListener::bind(args.listen).map_err(|error| {
            bad_input(format!(
                "--listen {}: {error}; choose another port, or 0 for any that is free",
                args.listen
            ))
        })?;
        let address = listener.local_addr().map_err(machine)?;
        let site = Site {
            source: Arc::new(Keeper::new(path)),
            hall,
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
                crate::out::remark(&format!("referee: the pages have ended: {error}"));
            }
        });
        Ok(Server {
            address,
            end: Some(end),
            thread: Some(thread.map_err(machine)?),
        })
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
    }
}

/// Readers for whom there are descriptors beside those of the games.
fn connections() -> usize {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let files = files.unwrap_or(u64::MAX).saturating_sub(OTHERS);
    usize::try_from(files).unwrap_or(READERS).clamp(16, READERS)
}
