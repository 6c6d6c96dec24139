//! A worker's side of the talk with the coordinator of the run for which it plays.

use anyhow::Result;
use async_nats::Subscriber;
use futures_util::StreamExt;
use referee_output::failure::machine;

use crate::broker::Broker;
use crate::messages::{CoordinatorMessage, REPLY, WorkerMessage, WorkerRequest};
use crate::seal::Gate;
use crate::subjects;
use crate::worker_settings::WorkerSettings;

/// Why the coordinator takes no game from this worker, in a sentence without a full stop.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct LeftOut(pub(crate) String);

/// What the coordinator of a run says to this worker, and the way back.
pub(crate) struct CoordinatorVoice<'a> {
    broker: &'a Broker,
    settings: &'a WorkerSettings,
    run: &'a str,
    /// The coordinator's process.
    session: u64,
    said: Subscriber,
    gate: Gate,
}

impl<'a> CoordinatorVoice<'a> {
    /// Begins to listen. Returns an error if the server can't be asked.
    pub(crate) async fn hear(
        broker: &'a Broker,
        settings: &'a WorkerSettings,
        run: &'a str,
        session: u64,
    ) -> Result<CoordinatorVoice<'a>> {
        let said = broker.hear(subjects::tell(&settings.name)).await?;
        Ok(CoordinatorVoice {
            broker,
            settings,
            run,
            session,
            said,
            gate: Gate::new(REPLY),
        })
    }

    /// Waits for what the coordinator says next; what others say, or what another process of this worker is told, is
    /// dropped. Returns an error if the connection is gone for good.
    pub(crate) async fn next(&mut self) -> Result<CoordinatorMessage> {
        loop {
            let Some(message) = self.said.next().await else {
                return Err(machine("the connection to the server has ended"));
            };
            let key = self.settings.coordinator.as_ref();
            let Ok(said) = self.gate.open::<CoordinatorMessage>(key, &message) else {
                continue;
            };
            let own = self.broker.process();
            let meant = match &said.contents {
                CoordinatorMessage::LeftOut { process, .. } => *process == own,
                CoordinatorMessage::Unsigned { .. } => key.is_some(),
                _ => true,
            };
            if said.process == self.session && meant {
                return Ok(said.contents);
            }
        }
    }

    /// Sends something to the coordinator. It may be lost.
    pub(crate) async fn ask(&self, what: WorkerMessage) {
        let request = WorkerRequest {
            session: self.session,
            what,
        };
        let subject = subjects::ask(self.run, &self.settings.name);
        self.broker.tell(subject, &request).await;
    }
}
