//! Plays the games of a run on several machines, by way of a NATS server with `JetStream`.
//!
//! [`NatsRemote`] is the coordinator's side: it stands in a run where the games would be played on this machine.
//! It keeps the bots' files in the server's object store, publishes each job as a message, and takes the records
//! from another stream. [`serve`] is a worker: it plays the jobs of whichever run it hears of. [`FleetObserver`] watches
//! both.
//!
//! The streams only carry. What is still to be played stands in the coordinator's `ledger`, which lets each record
//! pass once, however often a message comes; the server gives a job to another worker if nobody reports on it
//! for a while.
//!
//! This crate must not know how a run is shown, or what is in a schedule.

mod access;
mod archive;
mod bots;
mod broker;
mod carrier;
mod coordinator;
mod init;
mod key;
mod ledger;
mod link;
mod messages;
mod object_id;
mod observer;
mod orders;
mod prepare;
mod rate;
mod record_check;
mod seal;
mod session;
mod speed;
mod status;
mod subjects;
mod worker;
mod worker_list;
mod worker_settings;

pub use coordinator::NatsRemote;
pub use init::{FleetFolder, FleetInit};
pub use observer::FleetObserver;
pub use status::{FleetRunStatus, FleetStatus, FleetWorkerStatus, WorkerActivity};
pub use worker::serve;
pub use worker_settings::WorkerOptions;

#[cfg(test)]
mod tests;
