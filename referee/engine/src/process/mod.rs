//! The process of a bot: started in the jail or without one, its pipes, its end, and what a run must leave behind.

#[cfg(target_os = "linux")]
mod bot_family;
#[cfg(not(fuzzing))]
pub mod bot_process;
#[cfg(fuzzing)]
pub mod fuzzing;
mod orphans;
mod plain_process;
#[cfg(all(target_os = "linux", not(fuzzing)))]
mod sandbox;
pub mod scope;
pub mod status;
pub mod watchdog;

/// Actors instead of processes.
#[cfg(fuzzing)]
pub mod bot_process {
    pub use super::fuzzing::ActorProcess as BotProcess;
}
