//! `referee serve`: a run as pages for browsers.

use std::path::{Path, PathBuf};

use anyhow::Result;
use referee_web::live::Hall;

use crate::config;
use crate::exit::Exit;
use crate::jail::JailArgs;
use crate::run::{Signals, runtime};
use crate::serve::play::Field;
use crate::serve::{Playing, ServeArgs, Server};
use crate::{out, results};

/// Show a run in the browser: standings, games in play, every game to step through.
///
/// The run may go on meanwhile; tables follow it. Games in play are shown where the run itself serves:
/// `referee run FILE.toml --serve`. People can play in the browser, against the bots of the run and of the
/// house; without a run that is all. Ctrl-C ends it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee serve cup.db
  referee serve cup.db --listen 8000
  referee serve cup.db --delay 60
  referee serve")]
pub struct Args {
    /// The file of results, or the tournament file beside it.
    run: Option<PathBuf>,
    #[command(flatten)]
    serve: ServeArgs,
    #[command(flatten)]
    jail: JailArgs,
}

impl Args {
    /// Serves until somebody ends it.
    pub fn run(self) -> Result<Exit> {
        let mut playing = Playing {
            jail: self.jail.wanted(),
            ..Playing::default()
        };
        let path = self.run.map(|run| results::locate(&run)).transpose()?;
        if let Some(path) = &path {
            // What can't be read is told here and not to readers.
            results::open(path)?;
            field(path, &mut playing);
        }
        runtime()?.block_on(async {
            let mut signals = Signals::catch()?;
            let server = Server::start(path, Hall::default(), &self.serve, playing)?;
            out::remark(&format!("pages: {}", server.url()));
            signals.come().await;
            Ok(Exit::Fine)
        })
    }
}

/// The bots of a run, as the tournament file beside it names them.
fn field(run: &Path, playing: &mut Playing) {
    let file = run.with_extension("toml");
    if !file.exists() {
        return;
    }
    match config::load(&file, playing.jail.said()) {
        Ok(tournament) => {
            playing.jail = playing.jail.or(tournament.jail);
            playing.field = Field {
                game: tournament.game,
                bots: tournament.bots,
                haven: None,
            };
        }
        Err(why) => out::remark(&format!(
            "referee: nobody can play against this run's bots: {why}"
        )),
    }
}
