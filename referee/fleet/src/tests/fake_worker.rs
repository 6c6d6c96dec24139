//! A worker without bots, which sends whatever a test wants.

use futures_util::StreamExt;
use referee_record::{Machine, Record, RunSession};

use super::instant_game::record;
use crate::broker::Broker;
use crate::messages::TaskKey;
use crate::messages::{CoordinatorMessage, WorkerHello, WorkerMessage};
use crate::session::{Beacons, KnownRun, open_beacon};
use crate::subjects::{GONE, beats};
use crate::voice::CoordinatorVoice;
use crate::worker_settings::{WorkerOptions, WorkerSettings};

/// Changes what a worker sends.
pub(super) type Forgery = fn(&mut Record);

/// The settings of a worker by its file.
pub(super) fn settings(file: &str) -> WorkerSettings {
    let options = WorkerOptions {
        place: file.to_owned(),
        ..WorkerOptions::default()
    };
    WorkerSettings::of(options).expect("the settings")
}

/// Connects a worker, and waits for the first run that it hears of.
pub(super) async fn meet(settings: &WorkerSettings) -> (Broker, KnownRun) {
    let broker = Broker::connect(&settings.access, "fake worker").await;
    let broker = broker.expect("a connection");
    let mut beacons = Beacons::hear(&broker).await.expect("beacons");
    loop {
        let beacon = beacons.heard.next().await.expect("a beacon");
        if let Ok(run) = open_beacon(&mut beacons.gate, settings, &beacon) {
            return (broker, run);
        }
    }
}

/// What a worker says that plays on 16 cores and has these games.
pub(super) fn hello(run: &KnownRun, held: Vec<TaskKey>) -> WorkerHello {
    WorkerHello {
        run: Some(run.beacon.run.clone()),
        wanted: 50,
        held,
        session: Some(Box::new(RunSession {
            machine: Machine {
                cores: 16,
                ..Machine::default()
            },
            ..RunSession::default()
        })),
        ..WorkerHello::default()
    }
}

/// Plays for the first run that it hears of, as many games at a time as its settings say, until it is left out or the
/// run ends; returns why it was left out.
pub(super) async fn serve(settings: &WorkerSettings, forge: Forgery) -> Option<String> {
    let (broker, run) = meet(settings).await;
    let mut beacons = Beacons::hear(&broker).await.expect("beacons");
    let voice = CoordinatorVoice::hear(&broker, settings, &run.beacon.run, run.session).await;
    let mut voice = voice.expect("a voice");
    let mut beat = beats();
    loop {
        tokio::select! {
            said = voice.next() => match said.expect("a connection") {
                CoordinatorMessage::LeftOut { why, .. } => return Some(why.to_string()),
                CoordinatorMessage::Play(task) => {
                    let mut record = record(&task.job, task.attempt, &settings.name);
                    forge(&mut record);
                    voice.ask(WorkerMessage::Played(Box::new(record))).await;
                }
                _ => {}
            },
            _ = beacons.end_of(settings, &run) => return None,
            _ = beat.tick() => {
                // A coordinator that has lost its connection can't say that the run is over.
                if beacons.are_silent(&broker, GONE) {
                    return None;
                }
                let mut hello = hello(&run, Vec::new());
                hello.wanted = settings.bounds.concurrency.unwrap_or(hello.wanted);
                settings.say_hello(&broker, hello).await;
            }
        }
    }
}
