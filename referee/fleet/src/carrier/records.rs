//! Takes what workers send: records, and their word that they can't play a game.

use async_nats::jetstream::{AckKind, Message};
use referee_engine::{EngineError, ExecutorEvent};

use super::Carrier;
use crate::ledger::AfterRefusal;
use crate::messages::{FleetResult, TaskOutcome, TaskRefusal};

/// Workers that may refuse a game before nobody is asked again.
const REFUSALS: usize = 3;

impl Carrier {
    /// Takes a record from a worker, or its word that it can't play a game.
    pub(super) async fn take_in(&mut self, message: Message) {
        self.still = 0;
        let Ok(contents) = self.broker.contents(&message).await else {
            // It comes again.
            return;
        };
        let result = serde_json::from_slice::<FleetResult>(&contents).ok();
        // What was played by other bots is of an earlier session.
        let result = result.filter(|result| result.manifest == self.manifest);
        match result.map(|result| (result.worker, result.outcome)) {
            Some((worker, outcome)) if self.workers.left_out(&worker).is_some() => {
                self.publish(outcome.key()).await;
            }
            Some((_, TaskOutcome::Played(record))) => {
                let key = (record.played.job.number, record.attempt);
                if let Some((first, _)) = self.unkept.get_mut(&key) {
                    *first = message;
                    return;
                }
                if self.ledger.take_back(&record) {
                    let weight = record.weight();
                    self.heavy += weight;
                    self.unkept.insert(key, (message, weight));
                    return self.tell(ExecutorEvent::Finished(record));
                }
            }
            Some((worker, TaskOutcome::Refused(refusal))) => {
                self.hear_refusal(&worker, &refusal).await;
            }
            None => {}
        }
        self.broker.answer(&message, AckKind::Ack).await;
    }

    async fn hear_refusal(&mut self, worker: &str, refusal: &TaskRefusal) {
        let key = (refusal.number, refusal.attempt);
        let most = self.workers.len().clamp(1, REFUSALS);
        match self.ledger.refuse(key, worker, most) {
            AfterRefusal::Nothing => {}
            AfterRefusal::Again => self.publish(key).await,
            AfterRefusal::Hopeless => {
                let why = format!("worker {worker}: {}", refusal.why);
                self.tell(ExecutorEvent::Failed(EngineError::Elsewhere(why)));
            }
        }
    }
}
