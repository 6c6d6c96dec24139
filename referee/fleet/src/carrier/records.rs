//! Takes what workers send: records, and their word that they can't play a game.

use async_nats::jetstream::{AckKind, Message};
use referee_engine::{EngineError, ExecutorEvent};
use referee_record::Record;
use referee_tournament::now_ms;

use super::Carrier;
use crate::broker::sequence;
use crate::ledger::{AfterRefusal, Return};
use crate::messages::{FleetResult, TaskOutcome, TaskRefusal};
use crate::record_check::RecordCheck;
use crate::subjects::last_word;

/// Workers that may refuse a game before nobody is asked again.
const REFUSALS: usize = 3;

/// Most bytes of a result.
const RECORD: u64 = 512 << 20;

impl Carrier {
    /// Takes a record from a worker, or its word that it can't play a game.
    pub(super) async fn take_in(&mut self, message: Message) {
        self.still = 0;
        let Ok(contents) = self.broker.contents(&message, RECORD).await else {
            // It comes again.
            return;
        };
        let result = serde_json::from_slice::<FleetResult>(&contents).ok();
        // Only this worker may send on this subject.
        let worker = last_word(&message.subject).to_owned();
        if let Err(why) = self.trusts(&message, &worker) {
            self.leave_out(&worker, &why).await;
        }
        match result {
            Some(result) if self.workers.left_out(&worker).is_some() => {
                self.publish(result.outcome.key()).await;
            }
            // What was played by other bots is of an earlier session.
            Some(result) if result.manifest != self.manifest => {}
            Some(result) => match result.outcome {
                TaskOutcome::Played(record) => {
                    return self.take_back(message, &worker, record).await;
                }
                TaskOutcome::Refused(refusal) => self.hear_refusal(&worker, &refusal).await,
            },
            None => self.leave_out(&worker, "what it sends is no record").await,
        }
        self.broker.answer(&message, AckKind::Ack).await;
    }

    /// Takes a record, whose message is acknowledged once the run has kept it.
    async fn take_back(&mut self, message: Message, worker: &str, record: Box<Record>) {
        let key = (record.played.job.number, record.attempt);
        if let Some(open) = self.ledger.get(key) {
            let check = RecordCheck {
                worker,
                task: &open.task,
                began_ms: self.began_ms,
                now_ms: now_ms(),
                cpu: self.cpu,
            };
            if let Err(why) = check.check(&record) {
                self.leave_out(worker, &why).await;
                self.publish(key).await;
                return self.broker.answer(&message, AckKind::Ack).await;
            }
        }
        match self.ledger.take_back(worker, &record) {
            Return::First => {
                let weight = record.weight();
                self.heavy += weight;
                self.unkept.insert(key, (message, weight));
                return self.tell(ExecutorEvent::Finished(record));
            }
            Return::Second { other } => self.compare(&record, worker, other.as_deref()),
            Return::Unknown => {
                if let Some((first, _)) = self.unkept.get_mut(&key)
                    && sequence(first) == sequence(&message)
                {
                    *first = message;
                    return;
                }
            }
        }
        self.broker.answer(&message, AckKind::Ack).await;
    }

    /// Counts games of which two workers sent a record, and shows those that differ.
    fn compare(&mut self, record: &Record, worker: &str, other: Option<&str>) {
        self.compared += 1;
        let Some(other) = other else {
            return;
        };
        self.different += 1;
        if self.different.is_power_of_two() {
            self.remark(&format!(
                "game {}: workers {other} and {worker} played it otherwise; so far {} of {} games that went to two \
                 workers; either the bots don't repeat their moves, or one of the workers isn't true",
                record.played.job.number, self.different, self.compared
            ));
        }
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
