//! Shows a run to the person who started it: a bar or lines on stderr, and its pages; and a bar or a line for
//! other work that takes long.

mod progress;
mod progress_line;
mod screen;
mod step_bar;
mod wait_notice;

use std::sync::Arc;

use anyhow::Result;
use referee_engine::GameObservers;
use referee_schedule::{FormatResults, Schedule};
use referee_stats::Worth;
use referee_store::{Run, Writer};

use progress::ProgressDisplay;
use progress_line::ProgressLine;
use referee_play::RunBots;
use referee_report::head_to_head::live;
use referee_report::standings::text;
use referee_report::tune;
use referee_tournament::results::unreadable;
use referee_tournament::{Reporter, RunStart, worth};
use referee_web::serve::{Playing, ServeOptions, Server};
pub use step_bar::StepBar;
pub use wait_notice::WaitNotice;

/// Shows a run on stderr, and in browsers if pages are requested.
#[derive(Default)]
pub struct TerminalReporter {
    /// True if a match of two bots shows the confidence interval that is valid at any time.
    anytime: bool,
    /// The options of the pages, if the run is shown in browsers.
    pages: Option<ServeOptions>,
    server: Option<Server>,
    progress: Option<ProgressDisplay>,
    /// What the result of a game is worth, if not its place.
    worth: Option<Worth>,
}

impl TerminalReporter {
    /// Returns a reporter for a match of two bots; `anytime` makes it show the confidence interval that is
    /// valid at any time.
    pub fn of_match(anytime: bool) -> TerminalReporter {
        TerminalReporter {
            anytime,
            ..TerminalReporter::default()
        }
    }

    /// Returns a reporter that shows the run in browsers too, if `pages` is given.
    pub fn with_pages(pages: Option<ServeOptions>) -> TerminalReporter {
        TerminalReporter {
            pages,
            ..TerminalReporter::default()
        }
    }

    /// Returns the server of the pages, which runs until the reporter is dropped.
    pub fn server(&self) -> Option<&Server> {
        self.server.as_ref()
    }
}

impl Reporter for TerminalReporter {
    fn begin(&mut self, run: &RunStart<'_>) -> Result<Option<Arc<dyn GameObservers>>> {
        self.server = Server::of_run(
            self.pages.as_ref(),
            (run.path, &run.tournament.games),
            playing(run),
        )?;
        self.worth = worth(&Run::open(run.path).map_err(unreadable)?)?;
        self.progress = run.session.map(|session| {
            ProgressDisplay::start(ProgressLine {
                extent: session.extent,
                before: session.settled,
                done: session.settled,
                test: session.schedule.results().pairs().and_then(live::llr),
                waits: false,
            })
        });
        Ok(self.server.as_ref().and_then(Server::observers))
    }

    fn remark(&mut self, text: &str) {
        match &self.progress {
            Some(progress) => progress.say(text),
            None => progress::say(text),
        }
    }

    fn waits(&mut self, waits: bool) {
        if let Some(progress) = &self.progress {
            progress.waits(waits);
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
        let (anytime, worth) = (self.anytime, self.worth);
        let found = schedule.results();
        progress.step(
            found.pairs().and_then(live::llr),
            || match found {
                FormatResults::Match(pairs) => live::lines(pairs, anytime),
                FormatResults::Tuning(tuning) => tune::lines(tuning),
                FormatResults::Ranks => {
                    results.tallies(|tallies| text::brief(tallies.main(), worth))
                }
            },
            || match found {
                FormatResults::Match(pairs) => live::line(pairs, anytime),
                FormatResults::Tuning(tuning) => tune::line(tuning),
                FormatResults::Ranks => String::new(),
            },
        );
    }

    fn played(&mut self) {
        if let Some(progress) = self.progress.take() {
            progress.finish();
        }
    }

    fn end(&mut self) {
        if let Some(server) = &self.server {
            server.run_is_over();
        }
    }
}

/// Returns the opponents of people in browsers: the run's bots, in its jail, and next to its games while it
/// goes on.
fn playing(run: &RunStart<'_>) -> Playing {
    Playing {
        field: RunBots {
            game: run.tournament.game.clone(),
            games: run.tournament.games.clone(),
            bots: run.tournament.bots.clone(),
            scope: run.session.map(|session| session.scope.clone()),
        },
        jail: run.jail.clone(),
        cores: run.session.map(|session| session.cores.clone()),
    }
}
