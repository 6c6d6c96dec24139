//! Who a worker is and what it allows: by its command line and its file.

use anyhow::Result;
use referee_build::jail::JailRequest;
use referee_output::failure::bad_input;
use referee_output::remarks;

use crate::access::{Access, WorkerAccess};
use crate::bounds::WorkerBounds;
use crate::broker::{Broker, ShutOut};
use crate::key::PublicKey;
use crate::messages::WorkerHello;
use crate::subjects::{self, check_name};

/// What a worker was told on its command line.
#[derive(Clone, Debug, Default)]
pub struct WorkerOptions {
    /// Address of an open server, or path of the worker's file.
    pub place: String,
    /// Name of the worker: letters, digits, `-` and `_`, unique in the fleet.
    pub name: Option<String>,
    /// Name where neither the command line nor the file says one.
    pub own_name: String,
    /// Games that it plays at the same time; `None` for as many as the machine can.
    pub games: Option<usize>,
    /// The jail of its bots; a run may ask for a stricter one.
    pub jail: JailRequest,
    /// Whether bots may fetch what their builds need.
    pub fetch: bool,
    /// Words by which runs choose their workers.
    pub tags: Vec<String>,
}

/// Who a worker is and what it allows.
pub(crate) struct WorkerSettings {
    pub(crate) access: Access,
    /// The coordinator's key; `None` where anybody can be one.
    pub(crate) coordinator: Option<PublicKey>,
    pub(crate) name: String,
    pub(crate) jail: JailRequest,
    pub(crate) bounds: WorkerBounds,
}

impl WorkerSettings {
    /// Returns the settings of a worker; what the command line says counts before its file. Returns an error if the
    /// file can't be used or the name isn't one.
    pub(crate) fn of(options: WorkerOptions) -> Result<WorkerSettings> {
        let known = WorkerAccess::of(&options.place)?;
        if known.name.is_some() && options.name.is_some() {
            return Err(bad_input(format!(
                "--name: the name of this worker stands in {}; leave the option out",
                options.place
            )));
        }
        let name = known.name.or(options.name).unwrap_or(options.own_name);
        check_name(&name).map_err(bad_input)?;
        let file = known.bounds;
        if file.concurrency == Some(0) {
            return Err(bad_input(format!(
                "{}: concurrency = 0: expected a number of games from 1",
                options.place
            )));
        }
        let bounds = WorkerBounds {
            concurrency: options.games.or(file.concurrency),
            allow_fetch: options.fetch || file.allow_fetch,
            allow_read: options.jail.reads() || file.allow_read,
            tags: [file.tags, options.tags].concat(),
            ..file
        };
        Ok(WorkerSettings {
            access: known.access,
            coordinator: known.coordinator,
            name,
            jail: options.jail.reading(bounds.allow_read),
            bounds,
        })
    }

    /// Does what comes every [`BEAT`](subjects::BEAT): tells coordinators that the worker is there, and its owner what the
    /// server refuses. Returns an error if the server doesn't know the worker any more.
    pub(crate) async fn beat(&self, broker: &Broker, hello: WorkerHello) -> Result<(), ShutOut> {
        if let Some(why) = broker.refusals().news() {
            remarks::lines(&format!("worker {}: the server refuses: {why}", self.name));
        }
        self.say_hello(broker, hello).await;
        broker.refusals().check()
    }

    /// Tells coordinators that the worker is there.
    pub(crate) async fn say_hello(&self, broker: &Broker, hello: WorkerHello) {
        // Nobody may listen; the next one comes soon.
        broker.tell(subjects::hello(&self.name), &hello).await;
    }
}
