//! Carries one run: gives its games to workers, takes the records, and looks after both.

mod records;
mod workers;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Result;
use async_nats::{Message, Subscriber};
use futures_util::StreamExt;
use futures_util::stream::{Select, select};
use referee_engine::{ExecutorEvent, JobRules};
use referee_tournament::now_ms;

use crate::access::unsigned;
use crate::broker::Broker;
use crate::ledger::Ledger;
use crate::messages::TaskKey;
use crate::messages::{
    Beacon, CoordinatorMessage, FleetTask, HELLO, PROTOCOL, REQUEST, RunLoad, WorkerMessage,
    WorkerRequest,
};
use crate::object_id::{ObjectContents, ObjectId};
use crate::objects::ObjectStore;
use crate::orders::{Command, LinkStart};
use crate::parcels::Parcels;
use crate::seal::{Dropped, Gate, VerifiedMessage};
use crate::speed::work_us;
use crate::subjects::{self, ALL_HELLOS, GONE, beats, last_word};
use crate::worker_list::WorkerList;

/// Bytes of the records that may wait for the run to keep them, approximately, before no more games are given out.
const HEAVY: usize = 64 << 20;
/// Time after which a coordinator that doesn't hear itself takes the server for one that can't be reached.
const DEAF: Duration = Duration::from_secs(4);
/// Most names under which unsigned messages came that are told.
const MOST_UNSIGNED: usize = 100;
/// How the subjects of hellos begin.
const HELLOS: &str = "referee.hello.";
/// Share of the games that go to two workers, to compare their records.
const TWICE: f64 = 0.02;
/// Games that are out before a worker has said how many it plays, and at most.
pub(crate) const SMALLEST_WINDOW: usize = 32;
pub(crate) const LARGEST_WINDOW: usize = 16_384;

/// A record that the run doesn't keep yet.
struct Unkept {
    worker: String,
    weight: usize,
    since: Instant,
}

/// A run that is carried.
pub(crate) struct Carrier {
    broker: Broker,
    start: LinkStart,
    manifest: ObjectId,
    objects: ObjectStore,
    ledger: Ledger,
    /// Games of which two workers sent a record, and those of them that differed.
    compared: u64,
    different: u64,
    unkept: HashMap<TaskKey, Unkept>,
    heavy: usize,
    /// Hellos and requests in turn.
    heard: Select<Subscriber, Subscriber>,
    hello_gate: Gate,
    request_gate: Gate,
    parcels: Parcels,
    /// This coordinator's own beacons, and when the last one came back: what isn't heard isn't gone.
    echoes: Subscriber,
    echoed: Instant,
    workers: WorkerList,
    /// Workers that want a game while none waits for one.
    hungry: BTreeSet<String>,
    began: Instant,
    started_ms: u64,
    /// The rules by which records are checked.
    rules: JobRules,
    /// When a game came back last, the longest time between two of them, and when it was last said that none comes.
    back: Instant,
    longest: Duration,
    told_still: Option<Instant>,
    /// Since when nobody can be heard.
    deaf_since: Option<Instant>,
    told: Told,
    stopped: bool,
    no_more: bool,
}

/// What was told, so that it isn't told again: that nobody plays, that the server can't be reached, and whose messages
/// aren't signed, with the time at which the owner of that name was told.
#[derive(Default)]
struct Told {
    alone: bool,
    down: bool,
    unsigned: BTreeMap<String, Instant>,
}

impl Carrier {
    /// Begins a session of a run. Returns an error if the server fails.
    pub(crate) async fn begin(
        broker: Broker,
        mut objects: ObjectStore,
        start: LinkStart,
    ) -> Result<Carrier> {
        let bytes = serde_json::to_vec(&start.manifest)?;
        let manifest = ObjectId::of(ObjectContents::Manifest, &bytes);
        objects.put(manifest, &bytes)?;
        start.window.store(SMALLEST_WINDOW, Ordering::Relaxed);
        let now = Instant::now();
        Ok(Carrier {
            heard: select(
                broker.hear(ALL_HELLOS).await?,
                broker.hear(subjects::ask(&start.run, "*")).await?,
            ),
            hello_gate: Gate::new(HELLO),
            request_gate: Gate::new(REQUEST),
            parcels: Parcels::default(),
            echoes: broker.hear(subjects::beacon(&start.run)).await?,
            echoed: now,
            manifest,
            objects,
            ledger: Ledger::default(),
            compared: 0,
            different: 0,
            unkept: HashMap::new(),
            heavy: 0,
            workers: WorkerList::new(work_us()?),
            hungry: BTreeSet::new(),
            began: now,
            started_ms: now_ms(),
            rules: JobRules::new(start.games.clone()),
            back: now,
            longest: Duration::ZERO,
            told_still: None,
            deaf_since: None,
            told: Told::default(),
            stopped: false,
            no_more: false,
            broker,
            start,
        })
    }

    /// Carries the run until nobody gives commands any more.
    pub(crate) async fn run(&mut self) {
        let mut beat = beats();
        loop {
            tokio::select! {
                // What ends something comes first, and the bots' files last.
                biased;
                Some(_) = self.echoes.next() => self.echoed = Instant::now(),
                _ = beat.tick() => self.beat().await,
                command = self.start.orders.recv() => match command {
                    Some(command) => self.follow(command).await,
                    None => break,
                },
                Some(message) = self.heard.next() => {
                    if message.subject.starts_with(HELLOS) {
                        self.hear(&message).await;
                    } else {
                        self.take_in(&message).await;
                    }
                }
                () = self.parcels.send(&self.objects, &self.broker), if self.parcels.is_busy() => {}
            }
        }
        self.say_beacon(true).await;
        self.broker.flush().await;
    }

    async fn follow(&mut self, command: Command) {
        match command {
            Command::Play(..) if self.stopped => self.tell(ExecutorEvent::GivenUp),
            Command::Play(job, attempt, earlier) => {
                let twice = self.workers.able() > 1 && rand::random_bool(TWICE);
                let task = FleetTask {
                    job: *job,
                    attempt,
                    earlier,
                };
                self.ledger.add(task, twice, self.began.elapsed());
                self.feed_all().await;
            }
            Command::Kept(key) => {
                if let Some(unkept) = self.unkept.remove(&key) {
                    let was_full = self.heavy >= HEAVY;
                    self.heavy -= unkept.weight;
                    self.say(&unkept.worker, &CoordinatorMessage::Kept(key))
                        .await;
                    if was_full {
                        self.feed_all().await;
                    }
                }
            }
            Command::Stop => self.stop(),
            Command::NoMore => self.no_more = true,
        }
    }

    /// Gives up all games that are out.
    fn stop(&mut self) {
        self.stopped = true;
        for _ in 0..self.ledger.call_off() {
            self.tell(ExecutorEvent::GivenUp);
        }
    }

    /// Takes what a worker asks for or brings.
    async fn take_in(&mut self, message: &Message) {
        let opened =
            (self.request_gate).open_of::<WorkerRequest>(self.start.keys.as_ref(), message);
        let Some(request) = self.passed(opened, message).await else {
            return;
        };
        let name = request.name;
        if request.contents.session != self.broker.process() {
            return;
        }
        match request.contents.what {
            WorkerMessage::Lacks { object, from } => {
                self.parcels.note(&name, object, from);
            }
            WorkerMessage::Played(record) => {
                if self.workers.process(&name) == Some(request.process) {
                    self.take_back(&name, record).await;
                }
            }
        }
    }

    /// Returns what a message of a worker holds, unless it has to be dropped.
    async fn passed<T>(
        &mut self,
        opened: Result<VerifiedMessage<T>, Dropped>,
        message: &Message,
    ) -> Option<VerifiedMessage<T>> {
        if opened.as_ref().err() == Some(&Dropped::Unsigned) {
            self.drop_unsigned(last_word(&message.subject)).await;
        }
        opened.ok()
    }

    /// Says that a message under this name isn't signed by its owner: here once, and to the owner now and then. It counts
    /// against nobody: anybody may have sent it.
    async fn drop_unsigned(&mut self, name: &str) {
        let told = self.told.unsigned.get(name);
        if self.told.unsigned.len() == MOST_UNSIGNED && told.is_none()
            || told.is_some_and(|told| told.elapsed() < GONE)
        {
            return;
        }
        let keys = self.start.keys.as_ref();
        let known = keys.is_some_and(|keys| keys.contains_key(name));
        if told.is_none() {
            self.remark(&unsigned(name, known));
        }
        self.told.unsigned.insert(name.to_owned(), Instant::now());
        if subjects::check_name(name).is_ok() {
            self.say(name, &CoordinatorMessage::Unsigned { known })
                .await;
        }
    }

    /// Tells workers of the run, and looks which of them are there.
    async fn beat(&mut self) {
        if self.stopped {
            return;
        }
        let silence = self.echoed.elapsed();
        let down = !self.broker.is_up() || silence > DEAF;
        if down && !self.told.down {
            self.told.down = true;
            self.remark(&format!(
                "the server {} can't be reached; it is tried again until it can",
                self.start.server
            ));
        }
        if let Some(since) = self.deaf_since.filter(|_| !down) {
            // Nobody could be heard.
            self.workers.listen_anew();
            let since = since.saturating_duration_since(self.began);
            self.ledger.extend(since, self.began.elapsed());
        }
        self.deaf_since = down.then(|| self.deaf_since.unwrap_or(self.echoed));
        self.told.down = down && self.told.down;
        if down && self.no_more && silence > GONE {
            self.stop();
        }
        if let Some(why) = self.broker.refusals().news() {
            self.remark(&format!("the server {} refuses: {why}", self.start.server));
        }
        self.say_beacon(false).await;
        if down {
            return;
        }
        self.count_workers();
        self.look_for_games().await;
        self.feed_all().await;
    }

    /// Tells workers of the run, or that it is over.
    async fn say_beacon(&self, over: bool) {
        let beacon = Beacon {
            protocol: PROTOCOL,
            referee: env!("CARGO_PKG_VERSION").to_owned(),
            run: self.start.run.clone(),
            session: self.start.session,
            manifest: Some(self.manifest),
            tags: self.start.tags.clone(),
            title: self.start.title.clone().into(),
            over,
            load: self.load(),
        };
        let subject = subjects::beacon(&self.start.run);
        self.broker.tell(subject, &beacon).await;
    }

    fn load(&self) -> RunLoad {
        let (out, waiting) = self.ledger.counts();
        let oldest = self.ledger.oldest();
        let oldest = oldest.map(|since| self.began.elapsed().saturating_sub(since));
        let lag = self.unkept.values().map(|one| one.since.elapsed()).max();
        RunLoad {
            waiting: waiting as u64,
            taken: (out - waiting) as u64,
            again: self.ledger.again(),
            records: self.unkept.len() as u64,
            oldest_game_s: oldest.map(|age| age.as_secs_f64()),
            lag_s: lag.map(|age| age.as_secs_f64()),
        }
    }

    fn remark(&self, text: &str) {
        self.tell(ExecutorEvent::Remark(text.replace('\n', " ")));
    }

    fn tell(&self, event: ExecutorEvent) {
        // Once the run doesn't listen, its commands end, too.
        let _ = self.start.outbox.send(event);
    }

    async fn say(&self, worker: &str, what: &CoordinatorMessage) {
        self.broker.tell(subjects::tell(worker), what).await;
    }
}
