//! Watches a fleet: hears what its runs and workers say.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use anyhow::Result;
use async_nats::{Message, Subscriber};
use futures_util::StreamExt;
use referee_output::failure::machine;
use tokio::time::timeout_at;

use crate::access::{CoordinatorAccess, unsigned};
use crate::broker::Broker;
use crate::key::PublicKey;
use crate::messages::{BEACON, Beacon, HELLO, WorkerHello};
use crate::seal::{Dropped, Gate};
use crate::status::{FleetRunStatus, FleetStatus, FleetWorkerStatus, WorkerActivity};
use crate::subjects::{ALL_BEACONS, ALL_HELLOS, BEAT, GONE, last_word};

/// Most senders of unsigned messages that are named.
const MOST_UNSIGNED: usize = 20;

/// Watches the runs and the workers of a server.
pub struct FleetObserver {
    known: CoordinatorAccess,
    /// The key of the coordinator; `None` at an open server, where anybody can be one.
    coordinator: Option<PublicKey>,
    broker: Broker,
    beacons: Subscriber,
    beacon_gate: Gate,
    hellos: Subscriber,
    hello_gate: Gate,
    runs: BTreeMap<String, (Instant, Beacon)>,
    workers: BTreeMap<String, (Instant, WorkerHello)>,
    /// What is said of messages whose signature isn't that of their sender.
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
        Ok(FleetObserver {
            coordinator: known.access.key.as_ref().map(|key| key.public()),
            beacons: broker.hear(ALL_BEACONS).await?,
            beacon_gate: Gate::new(BEACON),
            hellos: broker.hear(ALL_HELLOS).await?,
            hello_gate: Gate::new(HELLO),
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

    /// Returns what the fleet is doing, as far as it was heard. Returns an error if the server can't be reached.
    pub fn status(&mut self) -> Result<FleetStatus> {
        if !self.broker.is_up() {
            let server = &self.known.access.server;
            return Err(machine(format!("the server {server} can't be reached")));
        }
        self.runs.retain(|_, (heard, _)| heard.elapsed() < GONE);
        self.workers.retain(|_, (heard, _)| heard.elapsed() < GONE);
        let workers: Vec<FleetWorkerStatus> = self.workers.iter().map(worker_status).collect();
        // A run whose coordinator is gone is heard of by its workers.
        let named = workers.iter().filter(|worker| plays(worker));
        let named = named.filter_map(|worker| worker.run.as_ref());
        let runs: BTreeSet<&String> = self.runs.keys().chain(named).collect();
        let beacon = |run: &String| self.runs.get(run).map(|(_, beacon)| beacon);
        let runs = runs
            .into_iter()
            .map(|run| run_status(run, beacon(run), &workers));
        Ok(FleetStatus {
            server: self.known.access.server.clone(),
            version: self.broker.client.server_info().version,
            runs: runs.collect(),
            warnings: self.warnings(),
            workers,
        })
    }

    fn warnings(&self) -> Vec<String> {
        let refused = self.broker.refusals().last();
        let refused = refused.map(|why| format!("the server refuses: {why}"));
        refused.into_iter().chain(self.unsigned.clone()).collect()
    }

    fn hear_run(&mut self, message: &Message) {
        match (self.beacon_gate).open::<Beacon>(self.coordinator.as_ref(), message) {
            Ok(beacon) if beacon.contents.over => drop(self.runs.remove(&beacon.name)),
            Ok(beacon) => {
                let heard = (Instant::now(), beacon.contents);
                self.runs.insert(beacon.name, heard);
            }
            Err(why) => self.note(
                why,
                format!(
                    "run {} is told of by a coordinator that has another key than this file, and is ignored",
                    last_word(&message.subject)
                ),
            ),
        }
    }

    fn hear_worker(&mut self, message: &Message) {
        let keys = self.known.workers.as_ref();
        let opened = (self.hello_gate).open_of::<WorkerHello>(keys, message);
        match opened {
            Ok(hello) if hello.contents.leaving => drop(self.workers.remove(&hello.name)),
            Ok(hello) => {
                let heard = (Instant::now(), hello.contents);
                self.workers.insert(hello.name, heard);
            }
            Err(why) => {
                let name = last_word(&message.subject);
                let known = keys.is_some_and(|keys| keys.contains_key(name));
                self.note(why, unsigned(name, known));
            }
        }
    }

    /// Notes what is said of a message that was dropped, if it wasn't signed.
    fn note(&mut self, why: Dropped, said: String) {
        if why == Dropped::Unsigned && self.unsigned.len() < MOST_UNSIGNED {
            self.unsigned.insert(said);
        }
    }
}

fn worker_status((name, (heard, hello)): (&String, &(Instant, WorkerHello))) -> FleetWorkerStatus {
    let session = hello.session.as_ref();
    let activity = match (&hello.refuses, &hello.run, session) {
        (Some(_), ..) => WorkerActivity::Refuses,
        (_, None, _) => WorkerActivity::Waits,
        (.., None) => WorkerActivity::Builds,
        (.., Some(_)) => WorkerActivity::Plays,
    };
    let jail = session.and_then(|session| session.jail.as_ref());
    FleetWorkerStatus {
        name: name.clone(),
        activity,
        run: hello.run.clone(),
        why: hello.refuses.as_ref().map(ToString::to_string),
        games: hello.held.len(),
        games_per_second: hello.rate,
        heard_s: heard.elapsed().as_secs_f64(),
        cores: session.map(|session| session.machine.cores),
        processor: session.map(|session| session.machine.processor.clone()),
        jail: jail.map(|jail| jail.level.clone()),
    }
}

fn plays(worker: &FleetWorkerStatus) -> bool {
    worker.activity == WorkerActivity::Plays
}

fn run_status(run: &str, beacon: Option<&Beacon>, workers: &[FleetWorkerStatus]) -> FleetRunStatus {
    let for_it = |worker: &&FleetWorkerStatus| plays(worker) && worker.run.as_deref() == Some(run);
    let playing = || workers.iter().filter(for_it);
    let mut status = FleetRunStatus {
        run: run.to_owned(),
        workers: playing().count(),
        games_per_second: playing().fold(0.0, |sum, worker| sum + worker.games_per_second),
        ..FleetRunStatus::default()
    };
    if let Some(beacon) = beacon {
        status.coordinated = true;
        status.title = beacon.title.to_string();
        status.session = beacon.session;
        status.referee.clone_from(&beacon.referee);
        status.tags.clone_from(&beacon.tags);
        status.load = beacon.load.clone();
    }
    status
}
