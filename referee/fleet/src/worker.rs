//! A worker: waits for runs, and plays for one after the other.

use anyhow::Result;
use futures_util::StreamExt;
use referee_output::failure::bad_input;
use referee_output::remarks;
use referee_tournament::Signals;
use tokio::time::interval;

use crate::broker::{Broker, ShutOut};
use crate::ignored_runs::IgnoredRuns;
use crate::messages::{Beacon, PROTOCOL, WorkerHello};
use crate::seal::Dropped;
use crate::session::{Beacons, SessionEnd, open_beacon, play};
use crate::subjects::BEAT;
use crate::worker_settings::{WorkerOptions, WorkerSettings};

/// Plays for the runs that the server tells of, until it is interrupted. Returns an error if the server can't be
/// reached at the beginning, or doesn't know the worker any more.
pub async fn serve(options: WorkerOptions) -> Result<()> {
    let settings = WorkerSettings::of(options)?;
    let mut signals = Signals::catch()?;
    let who = format!("referee worker {}", settings.name);
    let broker = Broker::connect(&settings.access, &who).await?;
    let mut beacons = Beacons::hear(&broker).await?;
    remarks::lines(&format!(
        "worker {} waits for runs at {}; Ctrl-C ends it",
        settings.name, settings.access.server
    ));
    let mut beat = interval(BEAT);
    let say = |text: String| remarks::lines(&format!("worker {}: {text}", settings.name));
    let mut ignored = IgnoredRuns::default();
    let mut warned = false;
    loop {
        let message = tokio::select! {
            message = beacons.heard.next() => message,
            _ = beat.tick() => {
                let (run, why) = ignored.latest();
                let hello = WorkerHello {
                    run: run.map(str::to_owned),
                    refuses: why.map(Into::into),
                    ..WorkerHello::default()
                };
                settings.beat(&broker, hello).await.map_err(bad_input)?;
                continue;
            }
            () = signals.come() => break,
        };
        let Some(message) = message else {
            break;
        };
        let run = match open_beacon(&mut beacons.gate, &settings, &message) {
            Ok(run) => run,
            Err(Dropped::Unsigned) if !warned => {
                warned = true;
                say(format!(
                    "{}: it isn't signed by the coordinator of this fleet, so nothing is played for it; its coordinator \
                     needs the file that was written with this worker's",
                    message.subject
                ));
                continue;
            }
            Err(_) => continue,
        };
        if run.beacon.over || ignored.holds(&run) {
            continue;
        }
        let beacon = &run.beacon;
        let missing = missing(&beacon.tags, &settings.bounds.tags);
        let ended = match check_version(beacon) {
            Err(error) => Err(error),
            Ok(()) if !missing.is_empty() => Ok(SessionEnd::LeftOut(format!(
                "it wants workers with the tags {}",
                missing.join(", ")
            ))),
            Ok(()) => play(&broker, &settings, &run, &mut beacons, &mut signals).await,
        };
        let name = beacon.run.clone();
        let (why, tries_again) = match ended {
            Ok(SessionEnd::Interrupted) => break,
            Ok(SessionEnd::ShutOut) => return Err(bad_input(ShutOut)),
            Ok(SessionEnd::Lost) => {
                say(format!("this session of run {name} is gone"));
                ignored.forget(&run);
                continue;
            }
            Ok(SessionEnd::Over) => {
                say(format!("run {name} has ended"));
                (None, false)
            }
            Ok(SessionEnd::LeftOut(why)) => {
                let why = format!("run {name} takes no games from this worker: {why}");
                (Some(why), false)
            }
            Err(error) => (Some(format!("{error:#}")), true),
        };
        if ignored.ignore(run, why.clone(), tries_again) {
            why.into_iter().for_each(say);
        }
    }
    let leaving = WorkerHello {
        leaving: true,
        ..WorkerHello::default()
    };
    settings.say_hello(&broker, leaving).await;
    broker.flush().await;
    Ok(())
}

/// Returns an error if a run isn't of this version of the referee.
fn check_version(beacon: &Beacon) -> Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    if (beacon.protocol, &*beacon.referee) == (PROTOCOL, version) {
        return Ok(());
    }
    Err(bad_input(format!(
        "run {} is of referee {} (fleet protocol {}), and this worker of {version} ({PROTOCOL}); give both the same \
         version",
        beacon.run, beacon.referee, beacon.protocol
    )))
}

/// Returns the tags that a run wants and a worker doesn't have.
fn missing(wanted: &[String], own: &[String]) -> Vec<String> {
    let missing = wanted.iter().filter(|tag| !own.contains(tag));
    missing.cloned().collect()
}
