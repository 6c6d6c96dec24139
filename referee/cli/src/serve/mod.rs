//! Runs in the browser while they go on: what a server of pages asks of a run on disk ([`Keeper`]), what those
//! may see who don't hold it ([`Guest`]), and the thread that it lives on ([`Server`]).

mod args;
mod guest;
mod keeper;
mod server;

pub use args::ServeArgs;
use guest::Guest;
use keeper::Keeper;
pub use server::{Server, Shown};
