//! The jail: what a bot's process may see, use and leave behind.
//!
//! A bot is a stranger's program. Each layer of the jail is a file in `layers` that says what it
//! stops; [`HostFeatures`] tells which of them this machine has, and [`guarantee`](guarantee::table) what
//! they add up to. A bot in the jail is a [`SandboxedProcess`].
//!
//! The chain of processes: the referee starts its own program again as a helper, over whose stdin, a
//! unix socket, it sends the [`SpawnSpec`] and the bot's pipes. The helper, of a single thread, enters new
//! namespaces, lays out what the bot sees, and forks the first process of the bot's own world, which
//! forks the bot. The socket is the lifeline: when its other end closes, for whatever reason, all
//! of that world is killed.

#[cfg(target_os = "linux")]
mod census;
mod disabled_layers;
pub mod guarantee;
#[cfg(target_os = "linux")]
pub mod helper;
mod host_features;
mod jail;
#[cfg(target_os = "linux")]
pub mod layers;
mod level;
mod limits;
mod pin;
#[cfg(target_os = "linux")]
mod probe;
#[cfg(target_os = "linux")]
pub mod probes;
#[cfg(target_os = "linux")]
mod processes;
#[cfg(target_os = "linux")]
mod quota;
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
pub use jail::{Jail, JailOptions, MARK};
pub use level::Level;
pub use limits::ResourceLimits;
pub use pin::Pin;
#[cfg(target_os = "linux")]
pub use processes::running;
#[cfg(target_os = "linux")]
pub use quota::{LimitExceeded, Quota, Sampler, Watching};
#[cfg(target_os = "linux")]
pub use sandboxed_process::{Pipes, SandboxError, SandboxExit, SandboxedProcess};
pub use spawn_spec::SpawnSpec;
#[cfg(target_os = "linux")]
pub use start::start;
#[cfg(target_os = "linux")]
pub use usage::{Usage, usage};
