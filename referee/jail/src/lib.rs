//! The jail: what a bot's process may see, use and leave behind.
//!
//! A bot is a stranger's program. Each layer of the jail is a file in `layers` that says what it
//! stops; [`Means`] tells which of them this machine has, and [`promises`](promise::table) what
//! they add up to. A bot in the jail is a [`Cell`].
//!
//! The chain of processes: the referee starts its own program again as a helper, over whose stdin, a
//! unix socket, it sends the [`Order`] and the bot's pipes. The helper, of a single thread, enters new
//! namespaces, lays out what the bot sees, and forks the first process of the bot's own world, which
//! forks the bot. The socket is the lifeline: when its other end closes, for whatever reason, all
//! of that world is killed.

#[cfg(target_os = "linux")]
mod cell;
#[cfg(target_os = "linux")]
mod census;
#[cfg(target_os = "linux")]
pub mod helper;
mod jail;
#[cfg(target_os = "linux")]
pub mod layers;
mod level;
mod limits;
mod means;
mod order;
#[cfg(target_os = "linux")]
mod probe;
#[cfg(target_os = "linux")]
mod processes;
pub mod promise;
#[cfg(target_os = "linux")]
mod sampler;
#[cfg(target_os = "linux")]
mod sys;
#[cfg(target_os = "linux")]
mod usage;
#[cfg(target_os = "linux")]
mod wire;
mod without;

#[cfg(target_os = "linux")]
pub use cell::{Cell, Ended, Pipes, StartError};
pub use jail::{Jail, MARK, Site};
pub use level::Level;
pub use limits::Bounds;
pub use means::{Cgroups, Controller, Means, Namespaces, Uids};
pub use order::Order;
#[cfg(target_os = "linux")]
pub use processes::running;
#[cfg(target_os = "linux")]
pub use sampler::{Over, Sampler, Watch, Watching};
#[cfg(target_os = "linux")]
pub use usage::{Usage, usage};
pub use without::{Layer, Without};
