//! The connection to the server: streams, consumers and messages.

mod connect;
mod objects;
mod queues;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::object_store;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{AckKind, Context, Message, context::PublishAckFuture};
use async_nats::{Client, HeaderMap};
use referee_output::failure::{bad_input, machine};
use serde::Serialize;
use tokio::time::timeout;

pub(crate) use self::queues::RunQueue;

use crate::key::SecretKey;
use crate::object_id::{ObjectContents, ObjectId};
use crate::seal::{OBJECT, sign};
use crate::subjects::{ACK_WAIT, JOBS, OBJECTS, RESULTS, job, result};

/// Time for which the server keeps what nobody has taken.
const KEPT: Duration = Duration::from_hours(7 * 24);
/// Time for which the server knows the id of a message.
const IDS_KEPT: Duration = Duration::from_mins(10);
/// Most jobs that may be out at all workers of a run.
const OUT: i64 = 20_000;
/// Most requests of workers that may wait for jobs.
const WAITING: i64 = 10_000;
/// Bytes of a message besides what it holds.
const ROOM: usize = 4 << 10;
/// Longest time for something that may be done again later.
const LITTLE: Duration = Duration::from_secs(2);
/// Times that a job is given to workers before it is published again.
const DELIVERED: i64 = 5;
/// Time after which a record that isn't kept comes again.
const KEEPING: Duration = Duration::from_mins(1);

/// A connection to the server.
#[derive(Clone)]
pub(crate) struct Broker {
    pub(crate) client: Client,
    jetstream: Context,
    key: Option<Arc<SecretKey>>,
    /// What the server refused last.
    refused: Arc<Mutex<Option<String>>>,
}

impl Broker {
    /// Creates the streams and the object store, if they aren't there. Returns an error if the server has no
    /// `JetStream`.
    pub(crate) async fn create_streams(&self) -> Result<()> {
        let stream = |name: &str, subjects: &str| Config {
            name: name.to_owned(),
            subjects: vec![subjects.to_owned()],
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            duplicate_window: IDS_KEPT,
            max_age: KEPT,
            ..Config::default()
        };
        for config in [
            stream(JOBS, "referee.job.*"),
            stream(RESULTS, "referee.result.*.*"),
        ] {
            let made = self.jetstream.get_or_create_stream(config).await;
            made.map_err(|e| {
                bad_input(format!(
                    "the server can't keep messages: {e}; start it with JetStream: nats-server -js"
                ))
            })?;
        }
        if self.jetstream.get_object_store(OBJECTS).await.is_err() {
            let config = object_store::Config {
                bucket: OBJECTS.to_owned(),
                max_age: KEPT,
                ..object_store::Config::default()
            };
            let made = self.jetstream.create_object_store(config).await;
            made.map_err(|e| machine(format!("the server can't keep files: {e}")))?;
        }
        Ok(())
    }

    /// Creates the consumers of a run anew, and throws away jobs that an earlier session gave out. Returns the
    /// consumer of the records.
    pub(crate) async fn create_consumers(&self, run: &str) -> Result<PullConsumer> {
        let consumer = |subject: String, ack_wait: Duration, max_deliver: i64| pull::Config {
            durable_name: Some(run.to_owned()),
            filter_subject: subject,
            ack_policy: AckPolicy::Explicit,
            ack_wait,
            max_deliver,
            max_ack_pending: OUT,
            max_waiting: WAITING,
            ..pull::Config::default()
        };
        self.withdraw(run).await?;
        let jobs = self.stream(JOBS).await?;
        let made = jobs
            .get_or_create_consumer(run, consumer(job(run), ACK_WAIT, DELIVERED))
            .await;
        made.map_err(told)?;
        let results = self.stream(RESULTS).await?;
        let made = results
            .get_or_create_consumer(run, consumer(result(run, "*"), KEEPING, -1))
            .await;
        made.map_err(told)
    }

    /// Removes the jobs of a run that nobody has played.
    pub(crate) async fn withdraw(&self, run: &str) -> Result<()> {
        let jobs = self.stream(JOBS).await?;
        jobs.purge().filter(job(run)).await.map_err(told)?;
        Ok(())
    }

    /// Removes what the server keeps for a session that has ended, if it can be reached.
    pub(crate) async fn clear(&self, run: &str) -> Result<()> {
        if !self.is_up() {
            return Ok(());
        }
        self.withdraw(run).await?;
        let results = self.stream(RESULTS).await?.purge();
        results.filter(result(run, "*")).await.map_err(told)?;
        for stream in [JOBS, RESULTS] {
            // Another session may have removed it.
            let _ = self.stream(stream).await?.delete_consumer(run).await;
        }
        Ok(())
    }

    /// Returns the consumer of the jobs of a run.
    pub(crate) async fn jobs(&self, run: &str) -> Result<PullConsumer> {
        let jobs = self.stream(JOBS).await?;
        jobs.get_consumer(run).await.map_err(told)
    }

    /// Tells if nothing of a run is on its way: no job that waits or is being played, and no record that waits.
    pub(crate) async fn is_still(&self, run: &str) -> Result<bool> {
        for stream in [JOBS, RESULTS] {
            let stream = self.stream(stream).await?;
            let consumer: PullConsumer = stream.get_consumer(run).await.map_err(told)?;
            let state = consumer.cached_info();
            if state.num_pending > 0 || state.num_ack_pending > 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Publishes a message into a stream; `id` makes the server drop a second one with the same. The future tells
    /// when the server keeps it.
    pub(crate) async fn publish(
        &self,
        subject: String,
        id: Option<&str>,
        message: &impl Serialize,
    ) -> Result<PublishAckFuture> {
        let mut bytes = serde_json::to_vec(message)?;
        let mut headers = HeaderMap::new();
        if bytes.len() + ROOM > self.client.server_info().max_payload {
            let id = ObjectId::of(ObjectContents::Message, &bytes);
            self.put(id, &bytes).await?;
            headers.insert(OBJECT, id.to_string());
            bytes.clear();
        }
        self.seal(&subject, &mut headers, &bytes);
        let mut publish = PublishMessage::build().payload(bytes.into());
        if !headers.is_empty() {
            publish = publish.headers(headers);
        }
        if let Some(id) = id {
            publish = publish.message_id(id);
        }
        let sent = self.jetstream.send_publish(subject, publish).await;
        sent.map_err(told)
    }

    /// Sends a message to whoever listens now; without a connection to nobody.
    pub(crate) async fn tell(&self, subject: String, message: &impl Serialize) {
        if let Ok(payload) = serde_json::to_vec(message)
            && self.is_up()
        {
            let mut headers = HeaderMap::new();
            self.seal(&subject, &mut headers, &payload);
            let sent = self
                .client
                .publish_with_headers(subject, headers, payload.into());
            let _ = timeout(LITTLE, sent).await;
        }
    }

    fn seal(&self, subject: &str, headers: &mut HeaderMap, payload: &[u8]) {
        if let Some(key) = &self.key {
            sign(key, subject, headers, payload);
        }
    }

    /// Returns what the server has refused since this was asked last, such as a message without permission.
    pub(crate) fn refused(&self) -> Option<String> {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.take()
    }

    /// Tells if there is a connection. Without one, most requests would wait until there is.
    pub(crate) fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Answers the delivery of a message. If that is lost, the message comes again.
    pub(crate) async fn answer(&self, message: &Message, kind: AckKind) {
        if self.is_up() {
            let _ = timeout(LITTLE, message.ack_with(kind)).await;
        }
    }

    /// Waits a little until what was sent is on its way.
    pub(crate) async fn flush(&self) {
        let _ = timeout(LITTLE, self.client.flush()).await;
    }

    async fn stream(&self, name: &str) -> Result<Stream<()>> {
        let stream = self.jetstream.get_stream_no_info(name).await;
        stream.map_err(told)
    }
}

/// Returns the number of a message in its stream; a message that comes again keeps it.
pub(crate) fn sequence(message: &Message) -> Option<u64> {
    message.info().ok().map(|info| info.stream_sequence)
}

/// Error of the server, or of the way to it.
pub(crate) fn told(error: impl std::fmt::Display) -> anyhow::Error {
    machine(format!("the NATS server: {error}"))
}
