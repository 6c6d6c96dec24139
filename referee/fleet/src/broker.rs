//! The connection to the server: sends sealed messages, in parts where they are long.

mod connect;
mod refusal;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use async_nats::connection::State;
use async_nats::{Client, Subscriber};
use referee_output::failure::machine;
use serde::Serialize;
use tokio::time::timeout;

use self::refusal::Refusals;
pub(crate) use self::refusal::ShutOut;
use crate::seal::Sealer;

/// Bytes of a message besides what it holds.
const ROOM: usize = 4 << 10;
/// Longest time for something that may be done again later.
const LITTLE: Duration = Duration::from_secs(2);

/// A connection to the server.
#[derive(Clone)]
pub(crate) struct Broker {
    pub(crate) client: Client,
    sealer: Arc<Sealer>,
    refusals: Refusals,
}

impl Broker {
    /// Sends a message to whoever listens now; without a connection to nobody.
    pub(crate) async fn tell(&self, subject: String, message: &impl Serialize) {
        if let Ok(bytes) = serde_json::to_vec(message) {
            let _ = timeout(LITTLE, self.send(subject, bytes)).await;
        }
    }

    async fn send(&self, subject: String, bytes: Vec<u8>) {
        let most = self.client.server_info().max_payload;
        let parts: Vec<&[u8]> = bytes.chunks(most.saturating_sub(ROOM).max(ROOM)).collect();
        let Ok(count) = u32::try_from(parts.len()) else {
            return;
        };
        let number = self.sealer.number();
        for (place, part) in (0..).zip(parts) {
            if !self.is_up() {
                return;
            }
            let headers = self.sealer.seal(&subject, number, (place, count), part);
            let payload = part.to_vec().into();
            let sent = self
                .client
                .publish_with_headers(subject.clone(), headers, payload);
            if sent.await.is_err() {
                return;
            }
        }
    }

    /// Hears what is sent with this subject. Returns an error if the server can't be asked.
    pub(crate) async fn hear(&self, subject: impl Into<String>) -> Result<Subscriber> {
        self.client.subscribe(subject.into()).await.map_err(told)
    }

    /// Number of this process, to tell it from others of the same name.
    pub(crate) fn process(&self) -> u64 {
        self.sealer.process
    }

    /// What the server refuses.
    pub(crate) fn refusals(&self) -> &Refusals {
        &self.refusals
    }

    /// Tells if there is a connection.
    pub(crate) fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Waits a little until what was sent is on its way.
    pub(crate) async fn flush(&self) {
        let _ = timeout(LITTLE, self.client.flush()).await;
    }
}

/// Error of the server, or of the way to it.
fn told(error: impl std::fmt::Display) -> anyhow::Error {
    machine(format!("the NATS server: {error}"))
}
