//! A worker: waits for runs, and plays for one after the other.

use std::time::{Duration, Instant};

use anyhow::Result;
use futures_util::StreamExt;
use referee_output::failure::bad_input;
use referee_output::stdout;
use referee_tournament::Signals;
use tokio::time::interval;

use crate::broker::Broker;
use crate::messages::{Beacon, PROTOCOL, WorkerHello};
use crate::seal::Dropped;
use crate::session::{Beacons, KnownRun, SessionEnd, open_beacon, play};
use crate::subjects::BEAT;
use crate::worker_settings::{WorkerOptions, WorkerSettings};

/// Time after which a run is tried again that couldn't be played.
const AGAIN: Duration = Duration::from_secs(30);

/// Plays for the runs that the server tells of, until it is interrupted. Returns an error if the server can't be
/// reached at the beginning.
pub async fn serve(options: WorkerOptions) -> Result<()> {
    let settings = WorkerSettings::of(options)?;
    let mut signals = Signals::catch()?;
    let who = format!("referee worker {}", settings.name);
    let broker = Broker::connect(&settings.access, &who).await?;
    let mut beacons = Beacons::hear(&broker).await?;
    stdout::remark(&format!(
        "worker {} waits for runs at {}; Ctrl-C ends it",
        settings.name, settings.access.server
    ));
    let mut beat = interval(BEAT);
    let say = |text: String| stdout::remark(&format!("worker {}: {text}", settings.name));
    let mut ignored: Option<Ignored> = None;
    let mut warned = false;
    loop {
        let message = tokio::select! {
            message = beacons.heard.next() => message,
            _ = beat.tick() => {
                let run = ignored.as_ref().filter(|it| it.tries_again);
                let hello = WorkerHello {
                    run: run.map(|it| it.run.beacon.run.clone()),
                    refuses: ignored.as_ref().and_then(|it| it.why.as_deref()).map(Into::into),
                    ..WorkerHello::default()
                };
                settings.say_hello(&broker, hello).await;
                continue;
            }
            () = signals.come() => break,
        };
        let Some(message) = message else {
            break;
        };
        if let Some(why) = broker.refused() {
            say(format!("the server refuses: {why}"));
        }
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
        if run.beacon.over || ignored.as_ref().is_some_and(|it| it.holds(&run)) {
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
        ignored = match ended {
            Ok(SessionEnd::Interrupted) => break,
            Ok(SessionEnd::Lost) => {
                say(format!("this session of run {} is gone", beacon.run));
                None
            }
            Ok(SessionEnd::Over) => {
                say(format!("run {} has ended", beacon.run));
                Some(Ignored::from_now(run, None, false))
            }
            Ok(SessionEnd::LeftOut(why)) => {
                let why = format!("run {} takes no games from this worker: {why}", beacon.run);
                say(why.clone());
                Some(Ignored::from_now(run, Some(why), false))
            }
            Err(error) => {
                let why = format!("{error:#}");
                say(why.clone());
                Some(Ignored::from_now(run, Some(why), true))
            }
        };
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

/// A session of a run that the worker doesn't play for.
struct Ignored {
    run: KnownRun,
    /// Why it isn't played here; `None` if it has ended.
    why: Option<String>,
    /// Whether it may be possible later.
    tries_again: bool,
    since: Instant,
}

impl Ignored {
    fn from_now(run: KnownRun, why: Option<String>, tries_again: bool) -> Ignored {
        Ignored {
            run,
            why,
            tries_again,
            since: Instant::now(),
        }
    }

    /// Tells if a run is of that session, and it isn't time to try it again.
    fn holds(&self, run: &KnownRun) -> bool {
        self.run.is_same(run) && (!self.tries_again || self.since.elapsed() < AGAIN)
    }
}
