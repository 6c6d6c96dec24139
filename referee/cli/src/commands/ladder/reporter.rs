//! Shows a ladder: its pages stay while its sessions come and go.

use std::sync::Arc;

use anyhow::Result;
use referee_engine::GameObservers;
use referee_output::remarks;
use referee_schedule::Schedule;
use referee_store::Writer;
use referee_tournament::{Reporter, RunStart};
use referee_web::serve::{Playing, ServeOptions, Server};

/// Shows the sessions of a ladder on stderr, and its games in browsers.
pub struct LadderReporter {
    pages: ServeOptions,
    server: Option<Server>,
}

impl LadderReporter {
    /// Creates a reporter whose pages are served from the first session on.
    pub fn new(pages: ServeOptions) -> LadderReporter {
        LadderReporter {
            pages,
            server: None,
        }
    }
}

impl Reporter for LadderReporter {
    fn begin(&mut self, run: &RunStart<'_>) -> Result<Option<Arc<dyn GameObservers>>> {
        if self.server.is_none() {
            let playing = Playing {
                jail: run.jail.clone(),
                cores: run.session.map(|session| session.cores.clone()),
                ..Playing::default()
            };
            let games = (run.path, &run.tournament.games);
            self.server = Server::of_run(Some(&self.pages), games, playing)?;
        }
        Ok(self.server.as_ref().and_then(Server::observers))
    }

    fn remark(&mut self, text: &str) {
        remarks::sentences(text);
    }

    fn waits(&mut self, _waits: bool) {}

    fn skip(&mut self, _games: u64) {}

    fn step(&mut self, _schedule: &dyn Schedule, _results: &Writer) {}

    fn played(&mut self) {}

    fn end(&mut self) {}
}
