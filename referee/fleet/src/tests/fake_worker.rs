//! A worker without bots, which sends whatever a test wants.

use std::time::Duration;

use async_nats::jetstream::AckKind;
use futures_util::StreamExt;
use tokio::time::{interval, timeout};

use super::instant_game::record;
use crate::broker::Broker;
use crate::messages::{Beacon, FleetResult, FleetTask, TaskOutcome, WorkerHello, WorkerRefusal};
use crate::subjects::{self, ALL_BEACONS, BEAT};
use crate::worker_settings::{WorkerOptions, WorkerSettings};

/// Longest time that a request for jobs waits at the server.
const ASKS: Duration = Duration::from_secs(1);

/// Changes what a worker sends.
pub(super) type Forgery = fn(&mut FleetResult);

/// The settings of a worker by its file.
pub(super) fn settings(file: &str) -> WorkerSettings {
    let options = WorkerOptions {
        place: file.to_owned(),
        ..WorkerOptions::default()
    };
    WorkerSettings::of(options).expect("the settings")
}

/// Plays for the first run that it hears of, until it is left out or the run ends; returns why it was left out.
pub(super) async fn serve(settings: &WorkerSettings, forge: Forgery) -> Option<String> {
    let broker = Broker::connect(&settings.access, "fake worker")
        .await
        .expect("a connection");
    let client = &broker.client;
    let mut beacons = client.subscribe(ALL_BEACONS).await.expect("beacons");
    let refusals = subjects::refusal(&settings.name);
    let mut refusals = client.subscribe(refusals).await.expect("refusals");
    let beacon = beacons.next().await.expect("a beacon");
    let beacon: Beacon = serde_json::from_slice(&beacon.payload).expect("a beacon");
    let stop = subjects::stop(&beacon.run);
    let mut stops = client.subscribe(stop).await.expect("stops");
    let jobs = broker.jobs(&beacon.run).await.expect("jobs");
    let hello = || WorkerHello {
        run: Some(beacon.run.clone()),
        wanted: 50,
        ..WorkerHello::default()
    };
    let mut beat = interval(BEAT);
    let mut incoming = jobs
        .stream()
        .max_messages_per_batch(50)
        .expires(ASKS)
        .messages()
        .await
        .expect("messages");
    loop {
        tokio::select! {
            Some(refusal) = refusals.next() => {
                let refusal = serde_json::from_slice::<WorkerRefusal>(&refusal.payload);
                // Others needn't wait for what it has.
                while let Ok(Some(Ok(message))) = timeout(ASKS, incoming.next()).await {
                    broker.answer(&message, AckKind::Nak(Some(2 * ASKS))).await;
                }
                return Some(refusal.expect("a refusal").why);
            }
            Some(_) = stops.next() => return None,
            _ = beat.tick() => settings.say_hello(&broker, hello()).await,
            Some(message) = incoming.next() => {
                let Ok(message) = message else {
                    // The server had none within the time; more are asked for.
                    continue;
                };
                let task: FleetTask = serde_json::from_slice(&message.payload).expect("a task");
                let record = record(&task.job, task.attempt, &settings.name);
                let mut result = FleetResult {
                    worker: settings.name.clone(),
                    manifest: task.manifest,
                    outcome: TaskOutcome::Played(Box::new(record)),
                };
                forge(&mut result);
                let subject = subjects::result(&beacon.run, &settings.name);
                let sent = broker.publish(subject, None, &result).await;
                let (sent, broker) = (sent.expect("it is sent"), broker.clone());
                tokio::spawn(async move {
                    sent.await.expect("it is kept");
                    broker.answer(&message, AckKind::Ack).await;
                });
            }
        }
    }
}
