//! Runs in the browser while they go on: what a server of pages asks of a run on disk ([`Keeper`]), and the
//! thread that it lives on ([`Server`]).

mod keeper;
mod server;

pub use keeper::Keeper;
pub use server::{ServeArgs, Server};
