//! A worker's part in one run: plays jobs, and sends the records.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use async_nats::Subscriber;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::consumer::pull::Batch;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use referee_engine::{Executor, ExecutorEvent, LocalExecutor, stay_beside};
use referee_output::failure::{bad_input, machine};
use referee_output::stdout;
use referee_tournament::{Signals, no_thread};
use tokio::time::interval;

use crate::broker::{Broker, sequence, told};
use crate::ledger::TaskKey;
use crate::messages::{
    Beacon, FleetResult, FleetTask, TaskOutcome, TaskRefusal, WorkerHello, WorkerRefusal,
};
use crate::prepare::{PreparedRun, prepare};
use crate::rate::Rate;
use crate::seal::is_signed;
use crate::subjects::{self, BEAT, GONE, PROGRESS};
use crate::worker_settings::WorkerSettings;

/// Longest time that a request for jobs waits at the server.
const ASKS: Duration = Duration::from_secs(2);
/// Most jobs that wait at a worker, and the time for which they suffice.
const AHEAD: f64 = 64.0;
const AHEAD_FOR: f64 = 0.5;
/// Most bytes of a job.
const TASK: u64 = 4 << 20;
/// Pause before something that failed is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// How a worker's part in a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SessionEnd {
    /// The run has ended.
    Over,
    /// The run isn't heard of any more, or another session of it has begun.
    Lost,
    /// The worker was interrupted.
    Interrupted,
    /// The coordinator takes no game from this worker, for this reason.
    LeftOut(String),
}

/// Plays for a run until it ends.
pub(crate) async fn play(
    broker: &Broker,
    settings: &WorkerSettings,
    beacon: &Beacon,
    beacons: &mut Subscriber,
    signals: &mut Signals,
) -> Result<SessionEnd> {
    let stops = broker.client.subscribe(subjects::stop(&beacon.run)).await;
    let mut stops = stops.map_err(told)?;
    let refusals = subjects::refusal(&settings.name);
    let refusals = broker.client.subscribe(refusals).await.map_err(told)?;
    let mut preparing = Box::pin(prepare(broker, settings, beacon));
    let mut beat = interval(BEAT);
    let prepared = loop {
        tokio::select! {
            prepared = &mut preparing => break prepared?,
            _ = beat.tick() => {
                let run = Some(beacon.run.clone());
                settings.say_hello(broker, WorkerHello { run, ..WorkerHello::default() }).await;
            }
            Some(message) = stops.next() => {
                if is_signed(settings.coordinator.as_ref(), &message) {
                    return Ok(SessionEnd::Over);
                }
            }
            () = signals.come() => return Ok(SessionEnd::Interrupted),
        }
    };
    let executor =
        LocalExecutor::start(&prepared.context, &prepared.cores).map_err(|e| no_thread(&e))?;
    let _beside = stay_beside(&prepared.cores);
    let mut session = Session {
        broker,
        settings,
        beacon,
        jobs: broker.jobs(&beacon.run).await?,
        stops,
        refusals,
        prepared: &prepared,
        tables: prepared.cores.sets.len(),
        executor,
        held: HashMap::new(),
        batch: None,
        sent: FuturesUnordered::new(),
        rate: Rate::begin(),
        asks_from: Instant::now(),
        heard: Instant::now(),
    };
    stdout::remark(&format!(
        "worker {} plays {} games at a time for run {}",
        settings.name, session.tables, beacon.run
    ));
    let end = session.run(beacons, signals).await;
    session.give_back().await;
    let mut executor = session.executor;
    executor.stop();
    Box::new(executor).close();
    prepared.scope.kill_all();
    end
}

/// A result that the server hasn't confirmed yet; with what was sent, and whether it is kept there.
type Sent = BoxFuture<'static, (TaskKey, FleetResult, bool)>;

/// A worker's part in a run.
struct Session<'a> {
    broker: &'a Broker,
    settings: &'a WorkerSettings,
    beacon: &'a Beacon,
    jobs: PullConsumer,
    stops: Subscriber,
    refusals: Subscriber,
    prepared: &'a PreparedRun,
    tables: usize,
    executor: LocalExecutor,
    /// Messages of the jobs that are here, until their results are kept by the server.
    held: HashMap<TaskKey, Message>,
    /// A request for jobs that waits at the server.
    batch: Option<Batch>,
    sent: FuturesUnordered<Sent>,
    rate: Rate,
    /// When jobs are asked for again, after the server had none to give.
    asks_from: Instant,
    /// When the run was last heard of.
    heard: Instant,
}

impl Session<'_> {
    async fn run(&mut self, beacons: &mut Subscriber, signals: &mut Signals) -> Result<SessionEnd> {
        let (mut beat, mut progress) = (interval(BEAT), interval(PROGRESS));
        let mut leaving = false;
        loop {
            if leaving && self.held.is_empty() {
                return Ok(SessionEnd::Interrupted);
            }
            let heard = self.heard.elapsed() < GONE;
            let asks = heard && !leaving && Instant::now() >= self.asks_from;
            if self.batch.is_none() && asks {
                self.ask().await;
            }
            let asked = self.batch.is_some();
            tokio::select! {
                // What ends a game comes before what begins one.
                biased;
                Some((key, result, kept)) = self.sent.next(), if !self.sent.is_empty() => {
                    if !kept {
                        self.publish(key, result).await;
                    } else if let Some(message) = self.held.remove(&key) {
                        // If it is lost, the job comes again, and the coordinator drops a second record.
                        self.broker.answer(&message, AckKind::Ack).await;
                    }
                }
                Some(message) = beacons.next() => {
                    if is_signed(self.settings.coordinator.as_ref(), &message)
                        && let Ok(other) = serde_json::from_slice::<Beacon>(&message.payload)
                        && other.run == self.beacon.run
                    {
                        if other != *self.beacon {
                            return Ok(SessionEnd::Lost);
                        }
                        self.heard = Instant::now();
                    }
                }
                Some(message) = self.stops.next() => {
                    if is_signed(self.settings.coordinator.as_ref(), &message) {
                        return Ok(SessionEnd::Over);
                    }
                }
                Some(message) = self.refusals.next() => {
                    if is_signed(self.settings.coordinator.as_ref(), &message)
                        && let Ok(refusal) = serde_json::from_slice::<WorkerRefusal>(&message.payload)
                        && (&refusal.run, refusal.session) == (&self.beacon.run, self.beacon.session)
                    {
                        return Ok(SessionEnd::LeftOut(refusal.why));
                    }
                }
                _ = beat.tick() => {
                    if !heard && self.held.is_empty() {
                        return Ok(SessionEnd::Lost);
                    }
                    self.rate.count();
                    self.settings.say_hello(self.broker, self.hello()).await;
                }
                _ = progress.tick() => {
                    for message in self.held.values() {
                        self.broker.answer(message, AckKind::Progress).await;
                    }
                }
                () = signals.come() => {
                    if leaving {
                        return Ok(SessionEnd::Interrupted);
                    }
                    leaving = true;
                    self.batch = None;
                    stdout::remark("interrupted: the games that are here are played; once more ends them at once");
                }
                event = self.executor.next() => self.send(event).await?,
                message = next_of(&mut self.batch), if asked => match message {
                    Some(Ok(message)) => self.accept(message).await?,
                    Some(Err(_)) => {
                        self.batch = None;
                        self.asks_from = Instant::now() + PAUSE;
                    }
                    None => self.batch = None,
                },
            }
        }
    }

    fn hello(&self) -> WorkerHello {
        WorkerHello {
            run: Some(self.beacon.run.clone()),
            wanted: self.wanted(),
            held: self.held.len(),
            rate: self.rate.lately(),
            session: Some(Box::new(self.prepared.description.clone())),
            ..WorkerHello::default()
        }
    }

    /// Returns how many games should be here: those in play, and as many as take half a second.
    fn wanted(&self) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is clamped"
        )]
        let ahead = (self.rate.last() * AHEAD_FOR).clamp(1.0, AHEAD) as usize;
        self.tables + ahead
    }

    /// Asks for as many jobs as there is room for. Those whose result only waits for the server's word take no room, so
    /// that a worker far away has its next game when one ends.
    async fn ask(&mut self) {
        let unplayed = self.held.len().saturating_sub(self.sent.len());
        let room = self.wanted().saturating_sub(unplayed);
        if room == 0 {
            return;
        }
        let asked = self
            .jobs
            .batch()
            .max_messages(room)
            .expires(ASKS)
            .messages();
        self.batch = asked.await.ok();
    }

    /// Takes a job. Returns an error if it may use more of the machine than a run may.
    async fn accept(&mut self, message: Message) -> Result<()> {
        let contents = self
            .broker
            .contents(&message, TASK)
            .await
            .unwrap_or_default();
        let task = serde_json::from_slice::<FleetTask>(&contents).ok();
        // It may be of a session whose beacon hasn't come yet.
        let Some(task) = task.filter(|task| Some(task.manifest) == self.beacon.manifest) else {
            let later = AckKind::Nak(Some(BEAT));
            self.broker.answer(&message, later).await;
            return Ok(());
        };
        let bounds = &self.settings.bounds;
        if let Err(why) = bounds.check(&task.job, self.tables, self.prepared.files) {
            self.broker.answer(&message, AckKind::Nak(None)).await;
            return Err(bad_input(why));
        }
        let key = (task.job.number, task.attempt);
        match self.held.get(&key) {
            // Two are to play this game, and compare it.
            Some(here) if sequence(here) != sequence(&message) => {
                let later = AckKind::Nak(Some(BEAT));
                self.broker.answer(&message, later).await;
            }
            // It was delivered again: the game isn't played twice.
            Some(_) => drop(self.held.insert(key, message)),
            None => {
                self.held.insert(key, message);
                self.executor.submit(task.job, task.attempt, task.earlier);
            }
        }
        Ok(())
    }

    /// Gives jobs back that weren't played to their end, so that others needn't wait until they are missed.
    async fn give_back(&mut self) {
        for (_, message) in self.held.drain() {
            self.broker.answer(&message, AckKind::Nak(None)).await;
        }
        self.broker.flush().await;
    }

    /// Sends what came of a game.
    async fn send(&mut self, event: Option<ExecutorEvent>) -> Result<()> {
        match event {
            Some(ExecutorEvent::Finished(mut record)) => {
                self.rate.finish();
                record.measured.worker = Some(self.settings.name.clone());
                let key = (record.played.job.number, record.attempt);
                let result = self.result(TaskOutcome::Played(record));
                self.publish(key, result).await;
                Ok(())
            }
            Some(ExecutorEvent::Failed(error)) => {
                // The executor doesn't say which game it was: each that is here is refused.
                let keys: Vec<TaskKey> = self.held.keys().copied().collect();
                for (number, attempt) in keys {
                    let refusal = TaskRefusal {
                        number,
                        attempt,
                        why: error.to_string(),
                    };
                    let result = self.result(TaskOutcome::Refused(refusal));
                    self.publish((number, attempt), result).await;
                }
                Err(error).context("a game can't be played here")
            }
            // An executor on this machine tells nothing else.
            Some(_) => Ok(()),
            None => Err(machine(
                "all tables have ended; this is a bug of the referee",
            )),
        }
    }

    fn result(&self, outcome: TaskOutcome) -> FleetResult {
        FleetResult {
            worker: self.settings.name.clone(),
            manifest: self.prepared.manifest,
            outcome,
        }
    }

    /// Publishes a result; the job is acknowledged once the server keeps it.
    async fn publish(&mut self, key: TaskKey, result: FleetResult) {
        let subject = subjects::result(&self.beacon.run, &self.settings.name);
        let sent = if self.broker.is_up() {
            self.broker.publish(subject, None, &result).await.ok()
        } else {
            None
        };
        self.sent.push(Box::pin(async move {
            let kept = match sent {
                Some(sent) => sent.await.is_ok(),
                None => false,
            };
            if !kept {
                tokio::time::sleep(PAUSE).await;
            }
            (key, result, kept)
        }));
    }
}

/// Waits for the next message of a request, if there is one.
async fn next_of(batch: &mut Option<Batch>) -> Option<Result<Message>> {
    let next = batch.as_mut()?.next().await?;
    Some(next.map_err(told))
}
