//! A worker's part in one run: prepares the bots, plays jobs, and sends the records.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use async_nats::Subscriber;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::consumer::pull::Batch;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use referee_build::{BuildOptions, build_each, jail};
use referee_config::Builds;
use referee_engine::{
    Claim, Cores, EngineContext, Executor, ExecutorEvent, LocalExecutor, ProcessScope, stay_beside,
};
use referee_jail::Level;
use referee_output::failure::{bad_input, machine};
use referee_output::stdout;
use referee_tournament::{Signals, no_thread, programs};
use tokio::time::interval;

use crate::bots::{LARGEST, unpack_bot};
use crate::broker::{Broker, told};
use crate::hello::{WorkerSettings, say_hello};
use crate::ledger::TaskKey;
use crate::messages::{Beacon, FleetResult, FleetTask, RunManifest, TaskOutcome, TaskRefusal};
use crate::subjects::{self, BEAT, GONE, PROGRESS};

/// Most bytes of a manifest.
const MANIFEST: u64 = 64 << 20;
/// Longest time that a request for jobs waits at the server.
const ASKS: Duration = Duration::from_secs(2);
/// Most jobs that wait at a worker, and the time for which they suffice.
const AHEAD: f64 = 64.0;
const AHEAD_FOR: f64 = 0.5;
/// Pause before something that failed is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// How a worker's part in a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionEnd {
    /// The run has ended.
    Over,
    /// The run isn't heard of any more, or another session of it has begun.
    Lost,
    /// The worker was interrupted.
    Interrupted,
}

/// What plays the games of one run on this machine.
struct Ground {
    scope: ProcessScope,
    cores: Cores,
    _claim: Claim,
    /// Files of the bots.
    _files: tempfile::TempDir,
    context: EngineContext,
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
    let mut preparing = Box::pin(prepare(broker, settings, beacon));
    let mut beat = interval(BEAT);
    let ground = loop {
        tokio::select! {
            ground = &mut preparing => break ground?,
            _ = beat.tick() => say_hello(broker, settings, Some(beacon), 0, None).await,
            Some(_) = stops.next() => return Ok(SessionEnd::Over),
            () = signals.come() => return Ok(SessionEnd::Interrupted),
        }
    };
    let executor =
        LocalExecutor::start(&ground.context, &ground.cores).map_err(|e| no_thread(&e))?;
    let _beside = stay_beside(&ground.cores);
    let mut session = Session {
        broker,
        settings,
        beacon,
        jobs: broker.jobs(&beacon.run).await?,
        stops,
        tables: ground.cores.sets.len(),
        executor,
        held: HashMap::new(),
        batch: None,
        sent: FuturesUnordered::new(),
        rate: 0.0,
        finished: 0,
        counted: Instant::now(),
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
    ground.scope.kill_all();
    end
}

/// Takes the bots of a run from the server and builds them.
async fn prepare(broker: &Broker, settings: &WorkerSettings, beacon: &Beacon) -> Result<Ground> {
    let bytes = broker.get(&beacon.manifest, MANIFEST).await?;
    let run: RunManifest = serde_json::from_slice(&bytes)
        .map_err(|e| bad_input(format!("the run can't be read: {e}")))?;
    let level = stricter(settings.jail.level(), run.jail);
    let wanted = settings.jail.at(level).waiving(!run.pin, run.idle);
    let scope = jail::open(&wanted)?;
    let files = tempfile::tempdir().map_err(machine)?;
    let jailed = scope.jail().confines();
    if run.cpu && !jailed {
        return Err(bad_input(
            "the run charges CPU time, which needs the jail, and there is none here; see what `referee jail` says",
        ));
    }
    let mut bots = Vec::new();
    for bot in &run.bots {
        let archive = match &bot.archive {
            Some(name) => Some(broker.get(name, LARGEST + (LARGEST >> 3)).await?),
            None => None,
        };
        let made = unpack_bot(bot, archive.as_deref(), files.path(), &run, jailed);
        bots.push(made.map_err(|why| bad_input(format!("bot {}: {why}", bot.name)))?);
    }
    let builds = Builds {
        jailed: run.build_jailed && jailed,
        limits: run.build_limits,
    };
    let options = BuildOptions {
        fetch: settings.fetch,
        ..BuildOptions::new(builds, &settings.jail)
    };
    let unbuilt = build_each(&mut bots, &scope, &options).await?;
    if let Some((_, why)) = unbuilt.broken.first() {
        return Err(bad_input(why));
    }
    let (cores, claim) = Cores::claim(settings.games, run.cores.max(1), run.pin);
    let tables = cores.sets.len() as u64;
    scope.jail().expect(run.processes.saturating_mul(tables));
    let context = EngineContext {
        programs: programs(&bots),
        scope: scope.clone(),
        log: None,
        stop: Arc::new(AtomicBool::new(false)),
        observers: None,
    };
    Ok(Ground {
        scope,
        cores,
        _claim: claim,
        _files: files,
        context,
    })
}

/// Returns the stricter of the worker's level and the run's.
fn stricter(own: Level, runs: Level) -> Level {
    match (own, runs) {
        (Level::Strict, _) | (_, Level::Strict) => Level::Strict,
        (Level::Auto, _) | (_, Level::Auto) => Level::Auto,
        (Level::Off, Level::Off) => Level::Off,
    }
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
    tables: usize,
    executor: LocalExecutor,
    /// Messages of the jobs that are here, until their results are kept by the server.
    held: HashMap<TaskKey, Message>,
    /// A request for jobs that waits at the server.
    batch: Option<Batch>,
    sent: FuturesUnordered<Sent>,
    /// Games finished in a second, lately.
    rate: f64,
    finished: u32,
    counted: Instant,
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
                message = next_of(&mut self.batch), if asked => match message {
                    Some(Ok(message)) => self.accept(message).await,
                    Some(Err(_)) => {
                        self.batch = None;
                        self.asks_from = Instant::now() + PAUSE;
                    }
                    None => self.batch = None,
                },
                event = self.executor.next() => self.send(event).await?,
                Some((key, result, kept)) = self.sent.next(), if !self.sent.is_empty() => {
                    if !kept {
                        self.publish(key, result).await;
                    } else if let Some(message) = self.held.remove(&key) {
                        // If it is lost, the job comes again, and the coordinator drops a second record.
                        self.broker.answer(&message, AckKind::Ack).await;
                    }
                }
                Some(message) = beacons.next() => {
                    if let Ok(other) = serde_json::from_slice::<Beacon>(&message.payload)
                        && other.run == self.beacon.run
                    {
                        if other != *self.beacon {
                            return Ok(SessionEnd::Lost);
                        }
                        self.heard = Instant::now();
                    }
                }
                Some(_) = self.stops.next() => return Ok(SessionEnd::Over),
                _ = beat.tick() => {
                    if !heard && self.held.is_empty() {
                        return Ok(SessionEnd::Lost);
                    }
                    self.count();
                    say_hello(self.broker, self.settings, Some(self.beacon), self.wanted(), None).await;
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
            }
        }
    }

    /// Returns how many games should be here: those in play, and as many as take half a second.
    fn wanted(&self) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is clamped"
        )]
        let ahead = (self.rate * AHEAD_FOR).clamp(1.0, AHEAD) as usize;
        self.tables + ahead
    }

    fn count(&mut self) {
        let seconds = self.counted.elapsed().as_secs_f64();
        if seconds > 0.0 {
            self.rate = f64::from(self.finished) / seconds;
        }
        self.finished = 0;
        self.counted = Instant::now();
    }

    /// Asks for as many jobs as there is room for.
    async fn ask(&mut self) {
        let room = self.wanted().saturating_sub(self.held.len());
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

    async fn accept(&mut self, message: Message) {
        let contents = self.broker.contents(&message).await.unwrap_or_default();
        let task = serde_json::from_slice::<FleetTask>(&contents).ok();
        // It may be of a session whose beacon hasn't come yet.
        let Some(task) = task.filter(|task| task.manifest == self.beacon.manifest) else {
            let later = AckKind::Nak(Some(BEAT));
            return self.broker.answer(&message, later).await;
        };
        let key = (task.job.number, task.attempt);
        // A second delivery of a job that is here replaces its message; the game isn't played twice.
        if self.held.insert(key, message).is_none() {
            self.executor.submit(task.job, task.attempt, task.earlier);
        }
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
            Some(ExecutorEvent::Finished(record)) => {
                self.finished += 1;
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
            Some(ExecutorEvent::GivenUp | ExecutorEvent::Room | ExecutorEvent::Remark(_)) => Ok(()),
            None => Err(machine(
                "all tables have ended; this is a bug of the referee",
            )),
        }
    }

    fn result(&self, outcome: TaskOutcome) -> FleetResult {
        FleetResult {
            worker: self.settings.name.clone(),
            manifest: self.beacon.manifest.clone(),
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
