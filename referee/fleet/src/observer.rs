//! Watches a fleet: hears what its runs and workers say, and asks the server what waits there.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use anyhow::Result;
use async_nats::{Message, Subscriber};
use futures_util::StreamExt;
use referee_output::failure::machine;
use tokio::time::timeout_at;

use crate::access::CoordinatorAccess;
use crate::broker::{Broker, RunQueue, told};
use crate::key::PublicKey;
use crate::messages::{Beacon, WorkerHello};
use crate::seal::is_signed;
use crate::status::{FleetRunStatus, FleetStatus, FleetWorkerStatus, WorkerActivity};
use crate::subjects::{ALL_BEACONS, ALL_HELLOS, BEAT, GONE, last_word};

/// Watches the runs and the workers of a server.
pub struct FleetObserver {
    known: CoordinatorAccess,
    /// The key of the coordinator; `None` at an open server, where anybody can be one.
    coordinator: Option<PublicKey>,
    broker: Broker,
    beacons: Subscriber,
    hellos: Subscriber,
    runs: BTreeMap<String, (Instant, Beacon)>,
    workers: BTreeMap<String, (Instant, WorkerHello)>,
    /// Subjects of messages whose signature isn't that of their sender.
    unsigned: BTreeSet<String>,
}

impl FleetObserver {
    /// Time within which everybody in a fleet says something.
    pub const ROUND: Duration = BEAT.saturating_mul(2);

    /// Connects to a server: `place` is the address of an open one, or the path of a coordinator's file. Returns an
    /// error if the file can't be used, or the server can't be reached.
    pub async fn connect(place: &str) -> Result<FleetObserver> {
        let known = CoordinatorAccess::of(place)?;
        let broker = Broker::connect(&known.access, "referee fleet status").await?;
        let client = &broker.client;
        Ok(FleetObserver {
            coordinator: known.access.key.as_ref().map(|key| key.public()),
            beacons: client.subscribe(ALL_BEACONS).await.map_err(told)?,
            hellos: client.subscribe(ALL_HELLOS).await.map_err(told)?,
            known,
            broker,
            runs: BTreeMap::new(),
            workers: BTreeMap::new(),
            unsigned: BTreeSet::new(),
        })
    }

    /// Listens for some time.
    pub async fn listen(&mut self, time: Duration) {
        let end = tokio::time::Instant::now() + time;
        let next = async |observer: &mut FleetObserver| {
            tokio::select! {
                Some(message) = observer.beacons.next() => observer.hear_run(&message),
                Some(message) = observer.hellos.next() => observer.hear_worker(&message),
            }
        };
        while timeout_at(end, next(self)).await.is_ok() {}
    }

    /// Returns what the fleet is doing, as far as it was heard. Returns an error if the server can't be asked.
    pub async fn status(&mut self) -> Result<FleetStatus> {
        if !self.broker.is_up() {
            let server = &self.known.access.server;
            return Err(machine(format!("the server {server} can't be reached")));
        }
        self.runs.retain(|_, (heard, _)| heard.elapsed() < GONE);
        self.workers.retain(|_, (heard, _)| heard.elapsed() < GONE);
        let workers: Vec<FleetWorkerStatus> = self.workers.values().map(worker_status).collect();
        let mut queues = BTreeMap::new();
        for queue in self.broker.queues().await? {
            queues.insert(queue.run.clone(), queue);
        }
        let runs: BTreeSet<&String> = self.runs.keys().chain(queues.keys()).collect();
        let beacon = |run: &String| self.runs.get(run).map(|(_, beacon)| beacon);
        let runs = runs
            .into_iter()
            .map(|run| run_status(run, beacon(run), queues.get(run), &workers));
        Ok(FleetStatus {
            server: self.known.access.server.clone(),
            version: self.broker.client.server_info().version,
            stored_bytes: self.broker.stored_bytes().await?,
            runs: runs.collect(),
            warnings: self.warnings(),
            workers,
        })
    }

    fn warnings(&self) -> Vec<String> {
        let refused = self.broker.refused();
        let refused = refused.map(|why| format!("the server refuses: {why}"));
        let unsigned = self.unsigned.iter().map(|subject| {
            format!(
                "{subject}: a message isn't signed by the key that the coordinator's file has of its sender, and is \
                 ignored"
            )
        });
        refused.into_iter().chain(unsigned).collect()
    }

    fn hear_run(&mut self, message: &Message) {
        if !is_signed(self.coordinator.as_ref(), message) {
            self.unsigned.insert(message.subject.to_string());
        } else if let Ok(beacon) = serde_json::from_slice::<Beacon>(&message.payload) {
            self.runs
                .insert(beacon.run.clone(), (Instant::now(), beacon));
        }
    }

    fn hear_worker(&mut self, message: &Message) {
        let name = last_word(&message.subject);
        let is_true = match &self.known.workers {
            Some(keys) => keys
                .get(name)
                .is_some_and(|key| is_signed(Some(key), message)),
            None => true,
        };
        if !is_true {
            self.unsigned.insert(message.subject.to_string());
        } else if let Ok(hello) = serde_json::from_slice::<WorkerHello>(&message.payload)
            && hello.worker == name
        {
            if hello.leaving {
                self.workers.remove(name);
            } else {
                self.workers
                    .insert(name.to_owned(), (Instant::now(), hello));
            }
        }
    }
}

fn worker_status((heard, hello): &(Instant, WorkerHello)) -> FleetWorkerStatus {
    let session = hello.session.as_ref();
    let activity = match (&hello.refuses, &hello.run, session) {
        (Some(_), ..) => WorkerActivity::Refuses,
        (_, None, _) => WorkerActivity::Waits,
        (.., None) => WorkerActivity::Builds,
        (.., Some(_)) => WorkerActivity::Plays,
    };
    let jail = session.and_then(|session| session.jail.as_ref());
    FleetWorkerStatus {
        name: hello.worker.clone(),
        activity,
        run: hello.run.clone(),
        why: hello.refuses.clone(),
        games: hello.held,
        games_per_second: hello.rate,
        heard_s: heard.elapsed().as_secs_f64(),
        cores: session.map(|session| session.machine.cores),
        processor: session.map(|session| session.machine.processor.clone()),
        jail: jail.map(|jail| jail.level.clone()),
    }
}

fn run_status(
    run: &str,
    beacon: Option<&Beacon>,
    queue: Option<&RunQueue>,
    workers: &[FleetWorkerStatus],
) -> FleetRunStatus {
    let plays = |worker: &&FleetWorkerStatus| {
        worker.activity == WorkerActivity::Plays && worker.run.as_deref() == Some(run)
    };
    let playing = || workers.iter().filter(plays);
    let mut status = FleetRunStatus {
        run: run.to_owned(),
        workers: playing().count(),
        games_per_second: playing().fold(0.0, |sum, worker| sum + worker.games_per_second),
        ..FleetRunStatus::default()
    };
    if let Some(beacon) = beacon {
        status.coordinated = true;
        status.title.clone_from(&beacon.title);
        status.session = beacon.session;
        status.referee.clone_from(&beacon.referee);
        status.tags.clone_from(&beacon.tags);
    }
    if let Some(queue) = queue {
        status.waiting = queue.waiting;
        status.taken = queue.taken;
        status.again = queue.again;
        status.records = queue.records;
        status.oldest_game_s = queue.oldest_job.map(|age| age.as_secs_f64());
        status.lag_s = queue.oldest_record.map(|age| age.as_secs_f64());
    }
    status
}
