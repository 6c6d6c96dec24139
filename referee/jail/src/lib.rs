//! The jail: limits what a bot's process may see, use and leave behind.
//!
//! A bot is an untrusted program. Each layer of the jail is a file in `layers` that says what it stops;
//! [`HostFeatures`] lists the layers that this machine has, and [`guarantees`] says what they add up to. A bot in the jail is a [`SandboxedProcess`].
//!
//! The chain of processes: the referee starts its own program again as a nursery, which has a single thread and forks a
//! helper for each bot, as a child of the referee. The helper is the first process of new namespaces, the sandbox's init.
//! Its stdin is a unix socket over which the referee sends the [`SpawnSpec`] and the bot's pipes; it mounts the files that
//! the bot sees, and starts the bot. The socket is the lifeline: when its other end closes, for whatever reason, all
//! processes of the sandbox are killed.
//!
//! Begin at [`Jail`], which makes a [`SpawnSpec`] of what a bot may see. This crate must not know games, matches or
//! files of settings.

#![allow(unreachable_pub, reason = "not narrowed yet")]

#[cfg(target_os = "linux")]
mod census;
mod disabled_layers;
mod guarantee;
#[cfg(target_os = "linux")]
mod helper;
#[cfg(target_os = "linux")]
mod helper_process;
#[cfg(target_os = "linux")]
mod helpers;
mod host_features;
mod jail;
mod jail_options;
#[cfg(target_os = "linux")]
mod layers;
#[cfg(target_os = "linux")]
mod nursery;
mod open;
mod pin;
#[cfg(target_os = "linux")]
mod pipes;
#[cfg(target_os = "linux")]
mod probe;
#[cfg(target_os = "linux")]
mod probes;
#[cfg(target_os = "linux")]
mod processes;
#[cfg(target_os = "linux")]
mod processors;
#[cfg(target_os = "linux")]
mod quota;
#[cfg(target_os = "linux")]
mod remains;
#[cfg(target_os = "linux")]
mod sandbox_error;
#[cfg(target_os = "linux")]
mod sandbox_plan;
#[cfg(target_os = "linux")]
mod sandboxed_process;
mod spawn_spec;
#[cfg(target_os = "linux")]
mod start;
#[cfg(target_os = "linux")]
mod sys;
#[cfg(target_os = "linux")]
mod usage;
#[cfg(target_os = "linux")]
mod wire;

pub use disabled_layers::{DisabledLayers, JailLayer};
pub use guarantee::{
    Guarantee, GuaranteeStatus, Remedy, Requirement, Waivers, broken_guarantees, guarantees,
};
#[cfg(target_os = "linux")]
pub use helper::{HELPER, run_helper};
pub use host_features::{Cgroups, Controller, HostFeatures, Namespaces, Uids};
pub use jail::Jail;
pub use jail_options::{JailOptions, Level, MARK, TRANSLATOR};
#[cfg(target_os = "linux")]
pub use layers::cgroups::{CpuQuota, sweep_cgroups};
#[cfg(target_os = "linux")]
pub use layers::mounts::{is_in_every_sandbox, is_strangers_sandbox};
pub use pin::Pin;
#[cfg(target_os = "linux")]
pub use pipes::Pipes;
#[cfg(target_os = "linux")]
pub use probes::{
    Attack, Bait, PROBE, PROBES, Probe, ProbeResult, Targets, read_result, run_probe,
};
#[cfg(target_os = "linux")]
pub use processors::stay_on;
#[cfg(target_os = "linux")]
pub use quota::LimitExceeded;
#[cfg(target_os = "linux")]
pub use sandbox_error::SandboxError;
#[cfg(target_os = "linux")]
pub use sandboxed_process::{SandboxExit, SandboxedProcess};
pub use spawn_spec::{ResourceLimits, SpawnSpec};
#[cfg(target_os = "linux")]
pub use start::start;
#[cfg(target_os = "linux")]
pub use usage::{Usage, usage};
