//! Carries one run: publishes its jobs, takes the records, and looks after both.

mod records;
mod workers;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use async_nats::Subscriber;
use async_nats::jetstream::consumer::pull::Stream as Incoming;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use referee_engine::{EngineError, ExecutorEvent, void_record};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use crate::broker::{Broker, told};
use crate::key::PublicKey;
use crate::ledger::{Ledger, TaskKey};
use crate::messages::{Beacon, PROTOCOL};
use crate::object_id::{ObjectContents, ObjectId};
use crate::orders::{Command, LinkStart};
use crate::subjects::{self, ALL_HELLOS, BEAT};
use crate::worker_list::WorkerList;

/// Records that are taken from the server at once.
const TOGETHER: usize = 512;
/// Records that may wait for the run to keep them, and their bytes, approximately.
const WAITING: usize = 4096;
const HEAVY: usize = 64 << 20;
/// Interval between two looks for jobs that got lost.
const SEARCH: Duration = Duration::from_secs(5);
/// Looks in a row that have to find nothing on its way before jobs are published again.
const LOOKS: u32 = 2;
/// Times that a job goes to workers before its game is given up as void.
const MOST_TIMES: u32 = 5;
/// Share of the games that go to two workers, to compare their records.
const TWICE: f64 = 0.02;
/// Games that are out before a worker has said how many it plays, and at most.
pub(crate) const SMALLEST_WINDOW: usize = 32;
pub(crate) const LARGEST_WINDOW: usize = 16_384;
/// Pause before something that failed is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// A publication that the server hasn't confirmed yet; returns its key if it failed.
type Publication = BoxFuture<'static, Option<TaskKey>>;

/// A run that is carried.
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
pub(crate) struct Carrier {
    broker: Broker,
    run: String,
    session: usize,
    manifest: ObjectId,
    server: String,
    orders: mpsc::UnboundedReceiver<Command>,
    outbox: mpsc::UnboundedSender<ExecutorEvent>,
    window: Arc<AtomicUsize>,
    ledger: Ledger,
    /// Keys of the workers; `None` where anybody can be one.
    keys: Option<BTreeMap<String, PublicKey>>,
    /// When the run began, in milliseconds since 1970.
    began_ms: u64,
    /// Whether CPU time is charged.
    cpu: bool,
    /// Words that a worker needs.
    tags: Vec<String>,
    title: String,
    /// Games of which two workers sent a record, and those of them that differed.
    compared: u64,
    different: u64,
    /// Messages whose records the run doesn't keep yet, and the weights of the records.
    unkept: HashMap<TaskKey, (Message, usize)>,
    heavy: usize,
    publications: FuturesUnordered<Publication>,
    incoming: Incoming,
    /// When records are listened for again, after the server had none to give.
    listens_from: Instant,
    hellos: Subscriber,
    workers: WorkerList,
    began: Instant,
    /// True if it was told that nobody plays, or that the server can't be reached.
    told_alone: bool,
    told_down: bool,
    /// Looks in a row that found nothing on its way.
    still: u32,
    stopped: bool,
    no_more: bool,
    /// True if the server has no consumer of the records any more.
    broken: bool,
}

impl Carrier {
    /// Begins a session of a run. Returns an error if the server fails.
    pub(crate) async fn begin(broker: Broker, start: LinkStart) -> Result<Carrier> {
        let bytes = serde_json::to_vec(&start.manifest)?;
        let manifest = ObjectId::of(ObjectContents::Manifest, &bytes);
        broker.put(manifest, &bytes).await?;
        let results = broker.create_consumers(&start.run).await?;
        let incoming = results
            .stream()
            .max_messages_per_batch(TOGETHER)
            .messages()
            .await
            .map_err(told)?;
        let hellos = broker.client.subscribe(ALL_HELLOS).await.map_err(told)?;
        start.window.store(SMALLEST_WINDOW, Ordering::Relaxed);
        Ok(Carrier {
            run: start.run,
            session: start.session,
            manifest,
            server: start.server,
            orders: start.orders,
            outbox: start.outbox,
            window: start.window,
            ledger: Ledger::default(),
            keys: start.keys,
            began_ms: start.began_ms,
            cpu: start.manifest.cpu,
            tags: start.tags,
            title: start.title,
            compared: 0,
            different: 0,
            unkept: HashMap::new(),
            heavy: 0,
            publications: FuturesUnordered::new(),
            incoming,
            listens_from: Instant::now(),
            hellos,
            workers: WorkerList::default(),
            began: Instant::now(),
            told_alone: false,
            told_down: false,
            still: 0,
            stopped: false,
            no_more: false,
            broken: false,
            broker,
        })
    }

    /// Carries the run until nobody gives commands any more, and removes what the server has of it.
    pub(crate) async fn run(&mut self) {
        let (mut beat, mut search) = (interval(BEAT), interval(SEARCH));
        search.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            // The rest waits at the server until the run has kept what it has.
            let room = self.unkept.len() < WAITING
                && self.heavy < HEAVY
                && !self.broken
                && Instant::now() >= self.listens_from;
            tokio::select! {
                // What ends something comes first: otherwise publications would pile up faster than their
                // confirmations are taken.
                biased;
                Some(failed) = self.publications.next(), if !self.publications.is_empty() => {
                    if let Some(key) = failed {
                        self.send(key).await;
                    }
                }
                _ = beat.tick() => self.beat().await,
                _ = search.tick() => self.search().await,
                Some(message) = self.hellos.next() => {
                    self.hear(&message).await;
                }
                command = self.orders.recv() => match command {
                    Some(command) => self.follow(command).await,
                    None => break,
                },
                message = self.incoming.next(), if room => match message {
                    Some(Ok(message)) => self.take_in(message).await,
                    Some(Err(_)) => self.listens_from = Instant::now() + PAUSE,
                    None => self.breaks(),
                },
            }
        }
        let stop = subjects::stop(&self.run);
        self.broker.tell(stop, &self.session).await;
        let _ = self.broker.clear(&self.run).await;
        self.broker.flush().await;
    }

    async fn follow(&mut self, command: Command) {
        match command {
            Command::Play(..) if self.stopped => self.tell(ExecutorEvent::GivenUp),
            Command::Play(job, attempt, earlier) => {
                let twice = self.workers.len() > 1 && rand::random_bool(TWICE);
                let key = self
                    .ledger
                    .give_out(self.manifest, *job, attempt, earlier, twice);
                self.publish(key).await;
            }
            Command::Kept(key) => {
                if let Some((message, weight)) = self.unkept.remove(&key) {
                    self.heavy -= weight;
                    self.broker.answer(&message, AckKind::Ack).await;
                }
            }
            Command::Stop => self.stop().await,
            Command::NoMore => self.no_more = true,
        }
    }

    /// Gives up all games that are out.
    async fn stop(&mut self) {
        self.stopped = true;
        for _ in 0..self.ledger.call_off() {
            self.tell(ExecutorEvent::GivenUp);
        }
        if self.broker.is_up() {
            let _ = self.broker.withdraw(&self.run).await;
        }
    }

    /// Ends a run of which the server knows nothing any more.
    fn breaks(&mut self) {
        self.broken = true;
        let why = format!(
            "the server {} has lost what it kept of this run; give the same command again",
            self.server
        );
        self.tell(ExecutorEvent::Failed(EngineError::Elsewhere(why)));
    }

    /// Gives a job that is out to workers, once more or for the first time.
    async fn publish(&mut self, key: TaskKey) {
        if self.ledger.count(key) <= MOST_TIMES {
            return self.send(key).await;
        }
        if let Some(task) = self.ledger.drop_one(key) {
            let why = format!("no worker brought a record of it, given out {MOST_TIMES} times");
            let record = void_record(&task.job, task.attempt, why);
            self.tell(ExecutorEvent::Finished(Box::new(record)));
        }
    }

    /// Sends a job to the server, which drops a second message with the same id: that is another one each time
    /// that the job goes to workers.
    async fn send(&mut self, key: TaskKey) {
        let (number, attempt) = key;
        let Some(open) = self.ledger.get(key) else {
            return;
        };
        let id = format!(
            "{}-{number}-{attempt}-{}-{}",
            self.run, self.session, open.published
        );
        let mut copies = vec![];
        for copy in 0..=u8::from(open.twice) {
            let (subject, id) = (subjects::job(&self.run), format!("{id}-{copy}"));
            if self.broker.is_up() {
                let sent = self.broker.publish(subject, Some(&id), &open.task).await;
                copies.push(sent.ok());
            } else {
                copies.push(None);
            }
        }
        self.publications.push(Box::pin(async move {
            for copy in copies {
                let kept = match copy {
                    Some(copy) => copy.await.is_ok(),
                    None => false,
                };
                if !kept {
                    tokio::time::sleep(PAUSE).await;
                    return Some(key);
                }
            }
            None
        }));
    }

    /// Tells workers of the run, and looks which of them are there.
    async fn beat(&mut self) {
        let down = !self.broker.is_up();
        if down && !self.told_down {
            self.remark(&format!(
                "the server {} can't be reached; it is tried again until it can",
                self.server
            ));
        }
        self.told_down = down;
        if down {
            // Nobody can be heard of.
            return;
        }
        if let Some(why) = self.broker.refused() {
            self.remark(&format!("the server {} refuses: {why}", self.server));
        }
        if !self.stopped {
            let beacon = Beacon {
                protocol: PROTOCOL,
                referee: env!("CARGO_PKG_VERSION").to_owned(),
                run: self.run.clone(),
                session: self.session,
                manifest: Some(self.manifest),
                tags: self.tags.clone(),
                title: self.title.clone(),
            };
            let subject = subjects::beacon(&self.run);
            self.broker.tell(subject, &beacon).await;
        }
        self.count_workers().await;
    }

    /// Publishes jobs again that the server has lost: nothing of the run waits there or is being played, and jobs
    /// are out.
    async fn search(&mut self) {
        let nothing = self.broker.is_up()
            && self.ledger.len() > 0
            && self.publications.is_empty()
            && self.broker.is_still(&self.run).await.unwrap_or(false);
        self.still = if nothing { self.still + 1 } else { 0 };
        if self.still >= LOOKS {
            self.still = 0;
            for key in self.ledger.keys() {
                self.publish(key).await;
            }
        }
    }

    fn remark(&self, text: &str) {
        self.tell(ExecutorEvent::Remark(text.replace('\n', " ")));
    }

    fn tell(&self, event: ExecutorEvent) {
        // Once the run doesn't listen, its commands end, too.
        let _ = self.outbox.send(event);
    }
}
