//! Runs in the browser while they go on: what a server of pages asks of a run on disk ([`RunQueries`]), what those
//! may see who don't hold it ([`PublicRun`]), and the thread that it lives on ([`Server`]); and the games of people
//! beside it ([`play`]).

mod options;
mod people;
mod public_run;
mod run_queries;
mod server;

pub use options::ServeOptions;
pub use people::Playing;
use public_run::PublicRun;
use run_queries::RunQueries;
pub use server::{Server, Shown};
