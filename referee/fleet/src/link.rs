//! The coordinator's thread that talks with the server: connects, uploads the bots, and carries the run.

use std::sync::mpsc::Sender;

use anyhow::Result;
use referee_output::failure::machine;
use tokio::sync::oneshot;

use crate::access::Access;
use crate::bots::PackedBot;
use crate::broker::Broker;
use crate::carrier::Carrier;
use crate::orders::LinkStart;

/// Connects, uploads the bots, and carries the run until its end. Tells by `ready` how the connection and the
/// beginning went.
pub(crate) fn serve(
    access: &Access,
    bots: Vec<PackedBot>,
    started: oneshot::Receiver<LinkStart>,
    ready: &Sender<Result<()>>,
) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let work = async {
        let broker = match connect(access, bots).await {
            Ok(broker) => broker,
            Err(error) => return drop(ready.send(Err(error))),
        };
        let _ = ready.send(Ok(()));
        let Ok(start) = started.await else {
            // The run ended before its first game.
            return;
        };
        match Carrier::begin(broker, start).await {
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

async fn connect(access: &Access, bots: Vec<PackedBot>) -> Result<Broker> {
    let broker = Broker::connect(access, "referee coordinator").await?;
    broker.create_streams().await?;
    for bot in bots {
        if let (Some(id), Some(bytes)) = (bot.manifest.archive, &bot.archive) {
            broker.put(id, bytes).await?;
        }
    }
    Ok(broker)
}
