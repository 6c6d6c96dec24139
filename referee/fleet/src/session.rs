//! A worker's part in one run: plays the games that it is given, and sends each record until it is kept.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use async_nats::Subscriber;
use futures_util::StreamExt;
use referee_engine::{Executor, ExecutorEvent, LocalExecutor, stay_beside};
use referee_output::failure::{bad_input, machine};
use referee_output::remarks;
use referee_record::Record;
use referee_tournament::{Signals, no_thread};

use crate::broker::Broker;
use crate::messages::TaskKey;
use crate::messages::{BEACON, Beacon, CoordinatorMessage, FleetTask, WorkerHello, WorkerMessage};
use crate::prepare::{PreparedRun, prepare};
use crate::rate::Rate;
use crate::seal::Gate;
use crate::subjects::{self, BEAT, GONE, beats};
use crate::voice::{CoordinatorVoice, LeftOut};
use crate::worker_settings::WorkerSettings;

/// Most games that wait at a worker, and the time for which they suffice.
const AHEAD: f64 = 64.0;
const AHEAD_FOR: f64 = 0.5;
/// Time for which a worker that has games waits for a coordinator that isn't heard.
const PATIENCE: Duration = Duration::from_mins(1);
/// Time after which a record is sent again that isn't kept; it doubles each time.
const AGAIN: Duration = Duration::from_secs(5);
const LONGEST: Duration = Duration::from_mins(2);

/// How a worker's part in a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SessionEnd {
    /// The run has ended.
    Over,
    /// The run isn't heard of any more, or another session of it has begun.
    Lost,
    /// The worker was interrupted.
    Interrupted,
    /// The server doesn't know the worker any more.
    ShutOut,
    /// The coordinator takes no game from this worker, for this reason.
    LeftOut(String),
}

/// A run of which a worker has heard.
#[derive(Clone, Debug)]
pub(crate) struct KnownRun {
    pub(crate) beacon: Beacon,
    /// The coordinator's process.
    pub(crate) session: u64,
}

impl KnownRun {
    /// Tells if another beacon is of the same session of the same run.
    pub(crate) fn is_same(&self, other: &KnownRun) -> bool {
        let of = |run: &KnownRun| (run.session, run.beacon.session, run.beacon.protocol);
        self.beacon.run == other.beacon.run && of(self) == of(other)
    }
}

/// Opens a beacon, if it is one and of this fleet's coordinator.
pub(crate) fn open_beacon(
    gate: &mut Gate,
    settings: &WorkerSettings,
    message: &async_nats::Message,
) -> Result<KnownRun, crate::seal::Dropped> {
    let opened = gate.open::<Beacon>(settings.coordinator.as_ref(), message)?;
    Ok(KnownRun {
        beacon: opened.contents,
        session: opened.process,
    })
}

/// What a worker listens to, whatever it plays.
pub(crate) struct Beacons {
    pub(crate) heard: Subscriber,
    pub(crate) gate: Gate,
    /// Beats since the run that is played was heard of last.
    silent: u32,
}

impl Beacons {
    /// Listens to the coordinators of all runs.
    pub(crate) async fn hear(broker: &Broker) -> Result<Beacons> {
        Ok(Beacons {
            heard: broker.hear(subjects::ALL_BEACONS).await?,
            gate: Gate::new(BEACON),
            silent: 0,
        })
    }

    /// Waits until a session of a run has ended, or another one is heard of.
    pub(crate) async fn end_of(&mut self, settings: &WorkerSettings, run: &KnownRun) -> SessionEnd {
        while let Some(message) = self.heard.next().await {
            match open_beacon(&mut self.gate, settings, &message) {
                Ok(other) if other.beacon.run != run.beacon.run => {}
                Ok(other) if !run.is_same(&other) => return SessionEnd::Lost,
                Ok(other) if other.beacon.over => return SessionEnd::Over,
                Ok(_) => self.silent = 0,
                Err(_) => {}
            }
        }
        SessionEnd::Lost
    }

    /// Counts a beat of [`beats`]; tells if a run wasn't heard of for so long while there was a connection. A worker
    /// that stood still itself counts no more than one: what it was told meanwhile is still to be read.
    pub(crate) fn are_silent(&mut self, broker: &Broker, patience: Duration) -> bool {
        self.silent += 1;
        if !broker.is_up() {
            self.silent = 0;
        }
        BEAT.saturating_mul(self.silent) > patience
    }
}

/// Plays for a run until it ends.
pub(crate) async fn play(
    broker: &Broker,
    settings: &WorkerSettings,
    run: &KnownRun,
    beacons: &mut Beacons,
    signals: &mut Signals,
) -> Result<SessionEnd> {
    let beacon = &run.beacon;
    let mut voice = CoordinatorVoice::hear(broker, settings, &beacon.run, run.session).await?;
    let mut preparing = Box::pin(prepare(&mut voice, settings, beacon));
    let mut beat = beats();
    beacons.silent = 0;
    let prepared = loop {
        tokio::select! {
            biased;
            end = beacons.end_of(settings, run) => return Ok(end),
            _ = beat.tick() => {
                if beacons.are_silent(broker, GONE) {
                    return Ok(SessionEnd::Lost);
                }
                let run = Some(beacon.run.clone());
                let hello = WorkerHello { run, ..WorkerHello::default() };
                if settings.beat(broker, hello).await.is_err() {
                    return Ok(SessionEnd::ShutOut);
                }
            }
            () = signals.come() => return Ok(SessionEnd::Interrupted),
            prepared = &mut preparing => match prepared {
                Ok(prepared) => break prepared,
                Err(error) => return error.downcast().map(|LeftOut(why)| SessionEnd::LeftOut(why)),
            },
        }
    };
    drop(preparing);
    let executor =
        LocalExecutor::start(&prepared.context, &prepared.cores).map_err(|e| no_thread(&e))?;
    let _beside = stay_beside(&prepared.cores);
    let mut session = Session {
        broker,
        settings,
        run,
        voice,
        prepared: &prepared,
        tables: prepared.cores.sets.len(),
        executor,
        held: HashMap::new(),
        rate: Rate::begin(),
    };
    remarks::lines(&format!(
        "worker {} plays {} games at a time for run {}",
        settings.name, session.tables, beacon.run
    ));
    let end = session.run(beacons, signals).await;
    let mut executor = session.executor;
    executor.stop();
    Box::new(executor).close();
    prepared.scope.kill_all();
    end
}

/// A game that a worker has.
enum HeldGame {
    /// It waits, or is in play.
    Unplayed,
    /// It was played; its record was sent, and is sent again after this time.
    Played(Box<Record>, Instant, Duration),
}

/// A worker's part in a run.
struct Session<'a> {
    broker: &'a Broker,
    settings: &'a WorkerSettings,
    run: &'a KnownRun,
    voice: CoordinatorVoice<'a>,
    prepared: &'a PreparedRun,
    tables: usize,
    executor: LocalExecutor,
    held: HashMap<TaskKey, HeldGame>,
    rate: Rate,
}

impl Session<'_> {
    async fn run(&mut self, beacons: &mut Beacons, signals: &mut Signals) -> Result<SessionEnd> {
        let mut beat = beats();
        let mut leaving = false;
        loop {
            if leaving && self.held.is_empty() {
                return Ok(SessionEnd::Interrupted);
            }
            // Nobody takes the records of a worker that was removed.
            if leaving && self.broker.refusals().shut_out() {
                return Ok(SessionEnd::ShutOut);
            }
            tokio::select! {
                // What is rare comes first: with games that end at once there is always another one.
                biased;
                end = beacons.end_of(self.settings, self.run) => return Ok(end),
                _ = beat.tick() => {
                    let patience = if self.held.is_empty() { GONE } else { PATIENCE };
                    if beacons.are_silent(self.broker, patience) {
                        return Ok(SessionEnd::Lost);
                    }
                    self.rate.count();
                    self.send_again().await;
                    let hello = self.hello(leaving);
                    if self.settings.beat(self.broker, hello).await.is_err() {
                        return Ok(SessionEnd::ShutOut);
                    }
                }
                () = signals.come() => {
                    if self.broker.refusals().shut_out() {
                        return Ok(SessionEnd::ShutOut);
                    }
                    if leaving {
                        return Ok(SessionEnd::Interrupted);
                    }
                    leaving = true;
                    self.settings.say_hello(self.broker, self.hello(leaving)).await;
                    remarks::lines("interrupted: the games that are here are played; once more ends them at once");
                }
                event = self.executor.next() => self.bring(event).await?,
                said = self.voice.next() => match said? {
                    CoordinatorMessage::Play(task) => self.accept(*task)?,
                    CoordinatorMessage::Kept(key) => drop(self.held.remove(&key)),
                    CoordinatorMessage::LeftOut { why, .. } => {
                        return Ok(SessionEnd::LeftOut(why.to_string()));
                    }
                    // Who doesn't know its key gives it no games, so another one has used its name.
                    CoordinatorMessage::Part { .. } | CoordinatorMessage::Unsigned { .. } => {}
                },
            }
        }
    }

    fn hello(&self, leaving: bool) -> WorkerHello {
        WorkerHello {
            run: Some(self.run.beacon.run.clone()),
            wanted: if leaving { 0 } else { self.wanted() },
            held: self.held.keys().copied().collect(),
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

    /// Takes a game. Returns an error if it may use more of the machine than a run may.
    fn accept(&mut self, task: FleetTask) -> Result<()> {
        let bounds = &self.settings.bounds;
        let PreparedRun { files, here, .. } = *self.prepared;
        let checked = bounds.check(&task.job, self.tables as u64, files, here);
        checked.map_err(bad_input)?;
        let key = task.key();
        if let Entry::Vacant(place) = self.held.entry(key) {
            place.insert(HeldGame::Unplayed);
            self.executor.submit(task.job, task.attempt, task.earlier);
        }
        Ok(())
    }

    /// Sends what came of a game.
    async fn bring(&mut self, event: Option<ExecutorEvent>) -> Result<()> {
        match event {
            Some(ExecutorEvent::Finished(mut record)) => {
                self.rate.finish();
                record.measured.worker = Some(self.settings.name.clone());
                let key = (record.played.job.number, record.attempt);
                let message = WorkerMessage::Played(record.clone());
                self.held
                    .insert(key, HeldGame::Played(record, Instant::now(), AGAIN));
                self.voice.ask(message).await;
                Ok(())
            }
            Some(ExecutorEvent::Failed(error)) => Err(error).context("a game can't be played here"),
            // An executor on this machine tells nothing else.
            Some(_) => Ok(()),
            None => Err(machine(
                "all tables have ended; this is a bug of the referee",
            )),
        }
    }

    /// Sends the records again of which it wasn't heard that they are kept.
    async fn send_again(&mut self) {
        for game in self.held.values_mut() {
            if let HeldGame::Played(record, sent, pause) = game
                && sent.elapsed() > *pause
                && self.broker.is_up()
            {
                (*sent, *pause) = (Instant::now(), (2 * *pause).min(LONGEST));
                self.voice.ask(WorkerMessage::Played(record.clone())).await;
            }
        }
    }
}
