//! Runs in the browser while they go on: what a server of pages asks of a run on disk ([`Keeper`]), and the
//! thread that it lives on ([`Server`]); and the games of people beside it ([`play`]).

mod keeper;
mod nobody;
pub mod play;
mod server;

pub use server::{Playing, ServeArgs, Server};
