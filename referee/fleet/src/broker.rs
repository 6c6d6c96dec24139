//! The connection to the server: streams, consumers and objects.

use std::borrow::Cow;
use std::time::Duration;

use anyhow::Result;
use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::object_store::{self, ObjectMetadata, ObjectStore};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{AckKind, Context, Message, context::PublishAckFuture};
use async_nats::{Client, ConnectOptions};
use referee_output::failure::{bad_input, machine};
use serde::Serialize;
use tokio::io::AsyncReadExt;
use tokio::time::timeout;

use crate::subjects::{ACK_WAIT, JOBS, OBJECTS, RESULTS, is_object, job, object, result};

/// Longest time for an answer of the server.
const ANSWER: Duration = Duration::from_secs(10);
/// Time for which the server keeps what nobody has taken.
const KEPT: Duration = Duration::from_hours(7 * 24);
/// Time for which the server knows the id of a message.
const IDS_KEPT: Duration = Duration::from_mins(10);
/// Most jobs that may be out at all workers of a run.
const OUT: i64 = 20_000;
/// Most requests of workers that may wait for jobs.
const WAITING: i64 = 10_000;
/// Header of a message that is an object, and names it.
const OBJECT: &str = "Referee-Object";
/// Bytes of a message besides what it holds.
const ROOM: usize = 4 << 10;
/// Most bytes of such an object; a record has an eighth of that.
const LARGE: u64 = 512 << 20;
/// Bytes in a part of an object.
const PART: usize = 512 << 10;
/// Longest time for something that may be done again later.
const LITTLE: Duration = Duration::from_secs(2);
/// Longest time for an object to come.
const FETCH: Duration = Duration::from_mins(10);
/// Messages that the client keeps while there is no connection.
const COMMANDS: usize = 1 << 16;
/// Times that a job is given to workers before it is published again.
const DELIVERED: i64 = 5;
/// Time after which a record that isn't kept comes again.
const KEEPING: Duration = Duration::from_mins(1);
/// Longest wait before the client tries to connect again.
const RECONNECT: Duration = Duration::from_secs(4);

/// A connection to the server.
#[derive(Clone)]
pub(crate) struct Broker {
    pub(crate) client: Client,
    jetstream: Context,
}

impl Broker {
    /// Connects as `who`. Returns an error if the server can't be reached, or refuses.
    pub(crate) async fn connect(server: &str, who: &str) -> Result<Broker> {
        let refuse = |why: String| {
            bad_input(format!(
                "{server}: {why}; expected a NATS server, such as `nats-server -js` starts, by an address like \
                 nats://HOST:4222"
            ))
        };
        let options = ConnectOptions::new()
            .name(who)
            .client_capacity(COMMANDS)
            .ping_interval(Duration::from_secs(10))
            .request_timeout(Some(ANSWER))
            .reconnect_delay_callback(pause);
        let client = options
            .connect(server)
            .await
            .map_err(|e| refuse(e.to_string()))?;
        let jetstream = ContextBuilder::new()
            .timeout(ANSWER)
            .ack_timeout(ANSWER)
            .build(client.clone());
        Ok(Broker { client, jetstream })
    }

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

    /// Returns what a message holds, or the object that it names: what is too large for a message.
    pub(crate) async fn contents<'a>(&self, message: &'a Message) -> Result<Cow<'a, [u8]>> {
        let headers = message.headers.as_ref();
        match headers.and_then(|headers| headers.get(OBJECT)) {
            Some(name) => self.get(name.as_str(), LARGE).await.map(Cow::Owned),
            None => Ok(Cow::Borrowed(&message.payload)),
        }
    }

    /// Publishes a message into a stream; `id` makes the server drop a second one with the same. The future tells
    /// when the server keeps it.
    pub(crate) async fn publish(
        &self,
        subject: String,
        id: Option<&str>,
        message: &impl Serialize,
    ) -> Result<PublishAckFuture> {
        let bytes = serde_json::to_vec(message)?;
        let mut publish = PublishMessage::build();
        if bytes.len() + ROOM > self.client.server_info().max_payload {
            let name = object("large", &bytes);
            self.put(&name, &bytes).await?;
            publish = publish.header(OBJECT, name.as_str());
        } else {
            publish = publish.payload(bytes.into());
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
            let _ = timeout(LITTLE, self.client.publish(subject, payload.into())).await;
        }
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

    /// Puts an object into the store, unless it is there.
    pub(crate) async fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let objects = self.objects().await?;
        if objects.info(name).await.is_ok() {
            return Ok(());
        }
        let description = ObjectMetadata {
            name: name.to_owned(),
            chunk_size: Some(PART),
            ..ObjectMetadata::default()
        };
        let put = objects.put(description, &mut { bytes }).await;
        put.map_err(|e| machine(format!("the server doesn't take a file: {e}")))?;
        Ok(())
    }

    /// Reads an object of at most `most` bytes, and checks that it is what its name says.
    pub(crate) async fn get(&self, name: &str, most: u64) -> Result<Vec<u8>> {
        let broken = |why: String| machine(format!("the object {name} on the server: {why}"));
        let mut bytes = Vec::new();
        let read = async {
            let object = self.objects().await?.get(name).await?;
            object.take(most + 1).read_to_end(&mut bytes).await?;
            anyhow::Ok(())
        };
        match timeout(FETCH, read).await {
            Ok(read) => read.map_err(|e| broken(e.to_string()))?,
            Err(_) => return Err(broken("it doesn't come".to_owned())),
        }
        if bytes.len() as u64 > most {
            return Err(broken(format!("expected at most {most} bytes")));
        }
        if !is_object(name, &bytes) {
            return Err(broken("its contents were changed".to_owned()));
        }
        Ok(bytes)
    }

    async fn stream(&self, name: &str) -> Result<Stream<()>> {
        let stream = self.jetstream.get_stream_no_info(name).await;
        stream.map_err(told)
    }

    async fn objects(&self) -> Result<ObjectStore> {
        self.jetstream.get_object_store(OBJECTS).await.map_err(told)
    }
}

/// Error of the server, or of the way to it.
pub(crate) fn told(error: impl std::fmt::Display) -> anyhow::Error {
    machine(format!("the NATS server: {error}"))
}

/// Returns how long the client waits before it tries to connect for the nth time. No two clients wait equally
/// long, so that they don't all come at once when the server is back.
fn pause(attempt: usize) -> Duration {
    let doubled = Duration::from_millis(50 << attempt.min(7));
    doubled.min(RECONNECT).mul_f64(rand::random_range(0.5..1.5))
}
