//! Plays the games of a run on several machines, by way of a NATS server.
//!
//! [`NatsRemote`] is the coordinator's side: it stands in a run where the games would be played on this machine. It
//! gives each worker the bots' files, then games, and takes the records. [`serve`] is a worker: it plays the games of
//! whichever run it hears of. [`FleetObserver`] watches both.
//!
//! The server only carries, and may lose, what they say. What is still to be played stands in the coordinator's
//! `ledger`, with who has each game; a worker sends a record until it is told that it is kept. What comes from another
//! machine is read only through the gate of `seal`.
//!
//! This crate must not know how a run is shown, or what is in a schedule.

mod access;
mod bots;
mod bounds;
mod broker;
mod carrier;
mod coordinator;
mod foreign;
mod ignored_runs;
mod init;
mod key;
mod ledger;
mod link;
mod messages;
mod object_id;
mod objects;
mod observer;
mod orders;
mod parcels;
mod prepare;
mod rate;
mod record_check;
mod seal;
mod session;
mod speed;
mod status;
mod subjects;
mod voice;
mod worker;
mod worker_list;
mod worker_settings;

pub use coordinator::NatsRemote;
pub use init::{FleetFolder, FleetInit, remove_worker};
pub use observer::FleetObserver;
pub use status::{FleetRunStatus, FleetStatus, FleetWorkerStatus, RunLoad, WorkerActivity};
pub use worker::serve;
pub use worker_settings::WorkerOptions;

#[cfg(test)]
mod tests;
