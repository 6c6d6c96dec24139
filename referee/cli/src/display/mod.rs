//! What somebody who starts a run sees of it while it is played: a bar or lines on stderr, and its pages.

mod progress;
mod screen;

use std::sync::Arc;

use anyhow::Result;
use referee_engine::GameObservers;
use referee_output::stdout;
use referee_schedule::Schedule;
use referee_store::Writer;

use progress::ProgressDisplay;
use referee_play::service::RunBots;
use referee_report::head_to_head::live;
use referee_report::standings::text;
use referee_report::tune;
use referee_tournament::{Reporter, RunStart};
use referee_web::serve::{Playing, ServeOptions, Server};

/// Shows a run on stderr, and in browsers where that is wanted.
#[derive(Default)]
pub struct TerminalReporter {
    /// Whether a match of two shows the interval that holds at any time.
    anytime: bool,
    /// Where the run is shown in browsers, if it is.
    pages: Option<ServeOptions>,
    server: Option<Server>,
    progress: Option<ProgressDisplay>,
}

impl TerminalReporter {
    /// Of a match of two it shows the interval that holds at any time, if that is wanted.
    pub fn of_match(anytime: bool) -> TerminalReporter {
        TerminalReporter {
            anytime,
            ..TerminalReporter::default()
        }
    }

    /// Shows the run in browsers too, if that is wanted.
    pub fn with_pages(pages: Option<ServeOptions>) -> TerminalReporter {
        TerminalReporter {
            pages,
            ..TerminalReporter::default()
        }
    }

    /// The pages, which go on until this is dropped.
    pub fn server(&self) -> Option<&Server> {
        self.server.as_ref()
    }
}

impl Reporter for TerminalReporter {
    fn begin(&mut self, run: &RunStart<'_>) -> Result<Option<Arc<dyn GameObservers>>> {
        self.server = Server::of_run(self.pages.as_ref(), run.path, playing(run))?;
        let sitting = run.sitting;
        self.progress = sitting.map(|now| ProgressDisplay::start(now.extent, now.settled));
        Ok(self.server.as_ref().and_then(Server::observers))
    }

    fn remark(&mut self, text: &str) {
        match &self.progress {
            Some(progress) => progress.say(text),
            None => stdout::remark(text),
        }
    }

    fn skip(&mut self, games: u64) {
        if let Some(progress) = &mut self.progress {
            progress.pass(games);
        }
    }

    fn step(&mut self, schedule: &dyn Schedule, results: &Writer) {
        let Some(progress) = &mut self.progress else {
            return;
        };
        let anytime = self.anytime;
        let (pairs, tuning) = (schedule.duel(), schedule.tune());
        progress.step(
            || match (pairs, tuning) {
                (Some(pairs), _) => live::lines(pairs, anytime),
                (None, Some(tuning)) => tune::lines(tuning),
                (None, None) => results.tallies(|tallies| text::brief(tallies.main())),
            },
            || {
                let pairs = pairs.map(|pairs| live::line(pairs, anytime));
                pairs.or(tuning.map(tune::line)).unwrap_or_default()
            },
        );
    }

    fn end(&mut self) {
        if let Some(progress) = self.progress.take() {
            progress.finish();
        }
        if let Some(server) = &self.server {
            server.run_is_over();
        }
    }
}

/// Against whom people play in browsers: the run's bots, in its jail and beside its games while it goes on.
fn playing(run: &RunStart<'_>) -> Playing {
    Playing {
        field: RunBots {
            game: run.tournament.game.clone(),
            bots: run.tournament.bots.clone(),
            scope: run.sitting.map(|sitting| sitting.scope.clone()),
        },
        jail: run.jail.clone(),
        cores: run.sitting.map(|sitting| sitting.cores.clone()),
    }
}
