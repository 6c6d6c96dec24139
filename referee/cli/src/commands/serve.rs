//! `referee serve`: a run as pages for browsers.

use std::path::PathBuf;

use anyhow::Result;
use referee_web::live::Hall;

use crate::exit::Exit;
use crate::run::{Signals, runtime};
use crate::serve::{ServeArgs, Server};
use crate::{out, results};

/// Show a run in the browser: standings, games in play, every game to step through.
///
/// The run may go on meanwhile; tables follow it. Games in play are shown where the run itself serves:
/// `referee run FILE.toml --serve`. Ctrl-C ends it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee serve cup.db
  referee serve cup.db --listen 8000
  referee serve cup.db --delay 60")]
pub struct Args {
    /// The file of results, or the tournament file beside it.
    run: PathBuf,
    #[command(flatten)]
    serve: ServeArgs,
}

impl Args {
    /// Serves until somebody ends it.
    pub fn run(self) -> Result<Exit> {
        let path = results::locate(&self.run)?;
        // What can't be read is told here and not to readers.
        results::open(&path)?;
        runtime()?.block_on(async {
            let mut signals = Signals::catch()?;
            let server = Server::start(path, Hall::default(), &self.serve)?;
            out::remark(&format!("pages: {}", server.url()));
            signals.come().await;
            Ok(Exit::Fine)
        })
    }
}
