//! Options that several commands share.

mod changed_bots;
mod filter;
mod jail;
pub mod number;
mod outputs;
mod pages;

pub use changed_bots::ChangedBotsArg;
pub use filter::FilterArgs;
pub use jail::{JailArgs, LevelArgs};
pub use outputs::OutputArgs;
pub use pages::PageArgs;
