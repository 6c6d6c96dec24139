//! Runs in the browser while they go on: what a server of pages asks of a run on disk ([`Keeper`]), what those
//! may see who don't hold it ([`Guest`]), and the thread that it lives on ([`Server`]); and the games of people
//! beside it ([`play`]).

mod args;
mod guest;
mod keeper;
mod people;
pub mod play;
mod server;

pub use args::ServeArgs;
use guest::Guest;
use keeper::Keeper;
pub use people::Playing;
pub use server::{Server, Shown};
