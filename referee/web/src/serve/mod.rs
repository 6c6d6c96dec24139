//! Serves runs to browsers during play: queries on a run on disk (`RunQueries`), the restricted view for
//! readers who don't hold it (`PublicRun`), the server thread ([`Server`]), and games of people next to the
//! run ([`Playing`]). A [`StatusServer`] serves a page of its own.

mod options;
mod people;
mod public_run;
mod run_queries;
mod server;
mod status_server;

pub use options::ServeOptions;
pub use people::Playing;
use public_run::PublicRun;
use run_queries::RunQueries;
pub use server::{Server, Shown};
pub use status_server::StatusServer;

pub use crate::server::StatusTexts;
