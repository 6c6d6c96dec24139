//! `referee serve`: serves runs as pages for browsers.

use std::path::{Path, PathBuf};

use crate::args::PageArgs;
use anyhow::Result;
use referee_config::TournamentFile;
use referee_engine::Cores;
use referee_games::GameSource;
use referee_output::{Exit, remarks};
use referee_play::RunBots;
use referee_tournament::{Signals, results, runtime};
use referee_web::serve::{Playing, Server, Shown};

use crate::args::{JailArgs, TrustArgs};

/// Serve runs as web pages: standings, running games, every game to step through.
///
/// A run may still be in progress; its tables are updated. Running games are shown only by the run
/// itself: `referee run FILE.toml --serve`. People can play in the browser against the bots of the
/// first run and the house bots; without a run the pages are only for this. Ctrl-C ends it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee serve cup.db
  referee serve cup.db --listen 8000
  referee serve spring.db autumn.db
  referee serve cup.db --listen 0.0.0.0:7070 --hide-standings
  referee serve")]
pub struct ServeCommandArgs {
    /// Files of results, or the tournament files next to them.
    #[arg(value_name = "RUN")]
    runs: Vec<PathBuf>,
    #[command(flatten)]
    serve: PageArgs,
    #[command(flatten)]
    jail: JailArgs,
    #[command(flatten)]
    rules: TrustArgs,
}

impl ServeCommandArgs {
    /// Serves until the process is ended.
    pub fn run(self) -> Result<Exit> {
        let mut playing = Playing {
            jail: self.jail.wanted(),
            ..Playing::default()
        };
        if self.runs.is_empty() {
            remarks::lines("no run is shown, and people can play against house bots");
        }
        let mut runs = Vec::new();
        for run in &self.runs {
            let path = results::locate(run)?;
            // Unreadable runs are reported here instead of to visitors.
            let run = results::open(&path)?;
            let games = self.rules.games(&run)?;
            if runs.is_empty() {
                field(&path, &games, &mut playing);
            }
            // The games of a run in progress may use any core, and its bots are timed.
            if referee_store::is_written(&path) {
                playing.cores = Some(Cores {
                    sets: vec![Vec::new()],
                    warning: None,
                });
                remarks::lines(&format!(
                    "referee: {} is being played: bots play against people when this is started anew after it",
                    path.display()
                ));
            }
            runs.push(Shown::new(path, games));
        }
        runtime()?.block_on(async {
            let mut signals = Signals::catch()?;
            let server = Server::start(runs, &self.serve.wanted(), playing)?;
            server.announce();
            signals.come().await;
            Ok(Exit::Fine)
        })
    }
}

/// Reads the bots of a run from the tournament file next to it.
fn field(run: &Path, games: &GameSource, playing: &mut Playing) {
    let file = run.with_extension("toml");
    if !file.exists() {
        return;
    }
    let read = TournamentFile::read(&file, playing.jail.said());
    match read.and_then(|file| file.resolve(games.clone())) {
        Ok(tournament) => {
            playing.jail = playing.jail.or(tournament.jail);
            playing.field = RunBots {
                game: tournament.game,
                games: tournament.games,
                bots: tournament.bots,
                scope: None,
            };
        }
        Err(why) => remarks::lines(&format!(
            "referee: nobody can play against this run's bots: {why}"
        )),
    }
}
