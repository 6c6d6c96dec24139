//! Serves a page that shows how something is now.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use anyhow::Result;
use referee_output::failure::machine;
use referee_output::remarks;
use tokio::sync::oneshot;

use super::server::listen;
use crate::server::{AppState, LatestStatus, ServerLimits, StatusTexts, serve_status};

/// Most readers at the same time.
const READERS: usize = 64;

/// A server of one page, which runs until it is dropped.
pub struct StatusServer {
    address: SocketAddr,
    latest: LatestStatus,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl StatusServer {
    /// Starts to serve an empty page. Returns an error if the address can't be used.
    pub fn start(address: SocketAddr) -> Result<StatusServer> {
        let listener: TcpListener = listen(address)?;
        let address = listener.local_addr().map_err(machine)?;
        let site = Arc::new(AppState::new(Vec::new(), None, address, None));
        let latest = LatestStatus::default();
        let shown = latest.clone();
        let (end, ended) = oneshot::channel();
        let limits = ServerLimits {
            connections: READERS,
        };
        let thread = Builder::new().name("pages".to_owned()).spawn(move || {
            let end = async {
                let _ = ended.await;
            };
            if let Err(error) = serve_status(listener, &site, &shown, limits, end) {
                remarks::lines(&format!("referee: the pages have ended: {error}"));
            }
        });
        Ok(StatusServer {
            address,
            latest,
            end: Some(end),
            thread: Some(thread.map_err(machine)?),
        })
    }

    /// Returns the address of the page.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Shows this from now on.
    pub fn publish(&self, texts: StatusTexts) {
        self.latest.publish(texts);
    }
}

impl Drop for StatusServer {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
