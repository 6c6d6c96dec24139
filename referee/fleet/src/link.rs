//! The coordinator's thread that talks with the server: connects, and carries the run.

use std::sync::mpsc::Sender;

use anyhow::Result;
use referee_output::failure::machine;
use tokio::sync::oneshot;

use crate::access::Access;
use crate::broker::Broker;
use crate::carrier::Carrier;
use crate::objects::ObjectStore;
use crate::orders::LinkStart;

/// Connects, and carries the run until its end, with the bots' files in `objects`. Tells by `ready` how the
/// connection and the beginning went.
pub(crate) fn serve(
    access: &Access,
    objects: ObjectStore,
    started: oneshot::Receiver<LinkStart>,
    ready: &Sender<Result<()>>,
) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let work = async {
        let broker = match Broker::connect(access, "referee coordinator").await {
            Ok(broker) => broker,
            Err(error) => return drop(ready.send(Err(error))),
        };
        let _ = ready.send(Ok(()));
        let Ok(start) = started.await else {
            // The run ended before its first game.
            return;
        };
        match Carrier::begin(broker, objects, start).await {
            Ok(mut carrier) => {
                let _ = ready.send(Ok(()));
                carrier.run().await;
            }
            Err(error) => drop(ready.send(Err(error))),
        }
    };
    match runtime {
        Ok(runtime) => runtime.block_on(work),
        Err(error) => drop(ready.send(Err(machine(error)))),
    }
}
