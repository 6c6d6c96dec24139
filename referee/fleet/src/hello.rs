//! Who a worker is, and how it tells coordinators that it is there.

use referee_build::jail::JailRequest;

use crate::broker::Broker;
use crate::messages::WorkerHello;
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

impl WorkerSettings {
    /// Tells coordinators that the worker is there, with its name added to `hello`.
    pub(crate) async fn say_hello(&self, broker: &Broker, hello: WorkerHello) {
        let hello = WorkerHello {
            worker: self.name.clone(),
            ..hello
        };
        // Nobody may listen; the next one comes soon.
        broker.tell(subjects::hello(&self.name), &hello).await;
    }
}
