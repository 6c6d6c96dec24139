//! Options that several commands share.

mod changed_bots;
mod filter;
mod fleet;
mod jail;
pub mod number;
mod outputs;
mod pages;
mod trust;

pub use changed_bots::ChangedBotsArg;
pub use filter::{FilterArgs, known_worker};
pub use fleet::FleetArgs;
#[cfg(not(feature = "fleet"))]
pub use fleet::no_fleet;
pub use jail::{JailArgs, LevelArgs};
pub use outputs::OutputArgs;
pub use pages::{PageArgs, address};
pub use trust::TrustArgs;
