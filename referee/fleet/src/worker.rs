//! A worker: waits for runs, and plays for one after the other.

use std::time::{Duration, Instant};

use anyhow::Result;
use futures_util::StreamExt;
use referee_output::failure::bad_input;
use referee_output::stdout;
use referee_tournament::Signals;
use tokio::time::interval;

use crate::broker::{Broker, told};
use crate::hello::WorkerSettings;
use crate::messages::{Beacon, PROTOCOL, WorkerHello};
use crate::session::{SessionEnd, play};
use crate::subjects::{ALL_BEACONS, BEAT, check_name};

/// Time after which a run is tried again that couldn't be played.
const AGAIN: Duration = Duration::from_secs(30);

/// Plays for the runs that the server tells of, until it is interrupted. Returns an error if the server can't be
/// reached at the beginning.
pub async fn serve(settings: WorkerSettings) -> Result<()> {
    check_name(&settings.name).map_err(bad_input)?;
    let mut signals = Signals::catch()?;
    let broker = Broker::connect(
        &settings.server,
        &format!("referee worker {}", settings.name),
    )
    .await?;
    let mut beacons = broker.client.subscribe(ALL_BEACONS).await.map_err(told)?;
    stdout::remark(&format!(
        "worker {} waits for runs at {}; Ctrl-C ends it",
        settings.name, settings.server
    ));
    let mut beat = interval(BEAT);
    let mut ignored: Option<Ignored> = None;
    loop {
        let message = tokio::select! {
            message = beacons.next() => message,
            _ = beat.tick() => {
                let run = ignored.as_ref().filter(|it| it.why.is_some());
                let hello = WorkerHello {
                    run: run.map(|it| it.beacon.run.clone()),
                    refuses: run.and_then(|it| it.why.clone()),
                    ..WorkerHello::default()
                };
                settings.say_hello(&broker, hello).await;
                continue;
            }
            () = signals.come() => return Ok(()),
        };
        let Some(message) = message else {
            return Ok(());
        };
        let Ok(beacon) = serde_json::from_slice::<Beacon>(&message.payload) else {
            continue;
        };
        if ignored.as_ref().is_some_and(|it| it.holds(&beacon)) {
            continue;
        }
        let (protocol, version) = (PROTOCOL, env!("CARGO_PKG_VERSION"));
        let ended = if (beacon.protocol, &*beacon.referee) == (protocol, version) {
            play(&broker, &settings, &beacon, &mut beacons, &mut signals).await
        } else {
            Err(bad_input(format!(
                "run {} is of referee {} (fleet protocol {}), and this worker of {version} ({protocol}); give both the \
                 same version",
                beacon.run, beacon.referee, beacon.protocol
            )))
        };
        let say = |text: String| stdout::remark(&format!("worker {}: {text}", settings.name));
        ignored = match ended {
            Ok(SessionEnd::Interrupted) => return Ok(()),
            Ok(SessionEnd::Lost) => {
                say(format!("this session of run {} is gone", beacon.run));
                None
            }
            Ok(SessionEnd::Over) => {
                say(format!("run {} has ended", beacon.run));
                Some(Ignored::from_now(beacon, None))
            }
            Ok(SessionEnd::LeftOut(why)) => {
                say(format!(
                    "run {} takes no games from this worker: {why}",
                    beacon.run
                ));
                Some(Ignored::from_now(beacon, None))
            }
            Err(error) => {
                let why = format!("{error:#}");
                say(why.clone());
                Some(Ignored::from_now(beacon, Some(why)))
            }
        };
    }
}

/// A session of a run that the worker doesn't play for.
struct Ignored {
    beacon: Beacon,
    /// Why it can't be played here; `None` if it has ended, or the worker is left out.
    why: Option<String>,
    since: Instant,
}

impl Ignored {
    fn from_now(beacon: Beacon, why: Option<String>) -> Ignored {
        let since = Instant::now();
        Ignored { beacon, why, since }
    }

    /// Tells if a beacon is of that session, and it isn't time to try it again.
    fn holds(&self, beacon: &Beacon) -> bool {
        self.beacon == *beacon && (self.why.is_none() || self.since.elapsed() < AGAIN)
    }
}
