//! The jail: limits what a bot's process may see, use and leave behind.
//!
//! A bot is an untrusted program. Each layer of the jail is a file in `layers` that says what it stops;
//! [`HostFeatures`] lists the layers that this machine has, and [`guarantee`](guarantee::table) says what
//! they add up to. A bot in the jail is a [`SandboxedProcess`].
//!
//! The chain of processes: the referee starts its own program again as a helper, whose stdin is a unix socket
//! over which the referee sends the [`SpawnSpec`] and the bot's pipes. The helper, which has a single thread,
//! enters new namespaces, mounts the files that the bot sees, and forks the sandbox's init, the first process
//! of the new PID namespace, which forks the bot. The socket is the lifeline: when its other end closes, for
//! whatever reason, all processes of the sandbox are killed.

#[cfg(target_os = "linux")]
mod census;
mod disabled_layers;
pub mod guarantee;
#[cfg(target_os = "linux")]
pub mod helper;
mod host_features;
mod jail;
mod jail_options;
#[cfg(target_os = "linux")]
pub mod layers;
mod level;
mod limits;
mod open;
mod pin;
#[cfg(target_os = "linux")]
mod pipes;
#[cfg(target_os = "linux")]
mod probe;
#[cfg(target_os = "linux")]
pub mod probes;
#[cfg(target_os = "linux")]
mod processes;
#[cfg(target_os = "linux")]
mod quota;
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
pub use host_features::{Cgroups, Controller, HostFeatures, Namespaces, Uids};
pub use jail::Jail;
pub use jail_options::{JailOptions, MARK};
pub use level::Level;
pub use limits::ResourceLimits;
pub use pin::Pin;
#[cfg(target_os = "linux")]
pub use pipes::Pipes;
#[cfg(target_os = "linux")]
pub use processes::running;
#[cfg(target_os = "linux")]
pub use quota::{LimitExceeded, Quota, Sampler, Watching};
#[cfg(target_os = "linux")]
pub use sandbox_error::SandboxError;
#[cfg(target_os = "linux")]
pub use sandboxed_process::{SandboxExit, SandboxedProcess};
pub use spawn_spec::SpawnSpec;
#[cfg(target_os = "linux")]
pub use start::start;
#[cfg(target_os = "linux")]
pub use usage::{Usage, usage};
