//! `referee serve`: runs as pages for browsers.

use std::path::PathBuf;

use anyhow::Result;
use referee_web::live::Hall;

use crate::exit::Exit;
use crate::results;
use crate::run::{Signals, runtime};
use crate::serve::{ServeArgs, Server, Shown};

/// Show runs in the browser: standings, games in play, every game to step through.
///
/// A run may go on meanwhile; tables follow it. Games in play are shown where the run itself serves:
/// `referee run FILE.toml --serve`. Ctrl-C ends it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee serve cup.db
  referee serve cup.db --listen 8000
  referee serve spring.db autumn.db
  referee serve cup.db --listen 0.0.0.0:7070 --hide-standings")]
pub struct Args {
    /// Files of results, or the tournament files beside them.
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    #[command(flatten)]
    serve: ServeArgs,
}

impl Args {
    /// Serves until somebody ends it.
    pub fn run(self) -> Result<Exit> {
        let mut runs = Vec::new();
        for run in &self.runs {
            let path = results::locate(run)?;
            // What can't be read is told here and not to readers.
            results::open(&path)?;
            let hall = Hall::default();
            runs.push(Shown { path, hall });
        }
        runtime()?.block_on(async {
            let mut signals = Signals::catch()?;
            let server = Server::start(runs, &self.serve, Vec::new())?;
            server.announce();
            signals.come().await;
            Ok(Exit::Fine)
        })
    }
}
