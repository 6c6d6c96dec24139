//! Who a worker is, and how it tells coordinators that it is there.

use referee_build::jail::JailRequest;

use crate::broker::Broker;
use crate::messages::{Beacon, WorkerHello};
use crate::subjects;

/// What a worker was told on its command line.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// Address of the server.
    pub server: String,
    /// Name of the worker: letters, digits, `-` and `_`, unique in the fleet.
    pub name: String,
    /// Games that it plays at the same time; `None` for as many as the machine can.
    pub games: Option<usize>,
    /// The jail of its bots; a run may ask for a stricter one.
    pub jail: JailRequest,
    /// Whether bots may fetch what their builds need.
    pub fetch: bool,
}

/// Tells coordinators that the worker is there, and how many games should be out for it.
pub(crate) async fn say_hello(
    broker: &Broker,
    settings: &WorkerSettings,
    run: Option<&Beacon>,
    wanted: usize,
    refuses: Option<String>,
) {
    let hello = WorkerHello {
        worker: settings.name.clone(),
        wanted,
        run: run.map(|beacon| beacon.run.clone()),
        refuses,
    };
    // Nobody may listen; the next one comes soon.
    broker.tell(subjects::hello(&settings.name), &hello).await;
}
