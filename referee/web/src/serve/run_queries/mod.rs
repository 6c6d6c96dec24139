//! Queries of the page server on a run on disk. Each query opens the file anew, since this process or another
//! one may write to the run meanwhile.

mod analysis;
mod games;
mod latest;
mod standing;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Result;
use referee_games::GameSource;
use referee_stats::MAIN;
use referee_store::Run;

use super::PublicRun;
use crate::board::{ExpectedMoves, ReplayFrames};
use crate::model::{GameList, GameQuery, GameSummary, LastGame, RunStatus, RunSummary};
use crate::run_page::{Viewer, frames, story};
use crate::server::RunData;
use analysis::Analysed;
use referee_report::game_view::RecordedGame;
use referee_report::standings::RunReport;
use referee_tournament::is_over;
use referee_tournament::results::{CHECKED_AT_ONCE, plan, quoted, run_title, unreadable};

/// Answers queries on a run.
pub(super) struct RunQueries {
    path: PathBuf,
    /// The games that the run was played by.
    played_by: GameSource,
    /// Restrictions for its readers; `None` if they may see everything.
    guest: Option<PublicRun>,
    /// The time of the first look, and the number of games then.
    pace: Mutex<Option<(Instant, u64)>>,
    analysed: Mutex<Option<Analysed>>,
    /// The mark of the last look, and the last game then.
    latest: Mutex<Option<(u64, Option<Arc<LastGame>>)>>,
    /// The mark of the last check, and whether all games were played then.
    over: Mutex<Option<(u64, bool)>>,
}

impl RunQueries {
    /// Creates the queries for the run in a file; without `guest`, for holders of the run.
    pub(super) fn new(
        path: PathBuf,
        played_by: GameSource,
        guest: Option<PublicRun>,
    ) -> RunQueries {
        RunQueries {
            path,
            played_by,
            guest,
            pace: Mutex::new(None),
            analysed: Mutex::new(None),
            latest: Mutex::new(None),
            over: Mutex::new(None),
        }
    }

    fn audience(&self) -> Viewer<'_> {
        self.guest
            .as_ref()
            .map_or(Viewer::Holder, PublicRun::audience)
    }

    /// Returns whether readers may see the results of this run yet.
    fn open_to(&self, run: &Run) -> Result<bool> {
        Ok(match &self.guest {
            Some(guest) if guest.hide_standings => self.is_over(run)?,
            _ => true,
        })
    }

    /// Returns whether all games of a run are played. If results decide which games are played, this must be
    /// checked game by game; the answer is remembered.
    fn is_over(&self, run: &Run) -> Result<bool> {
        let mark = self.mark();
        let mut over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, over)) = over.filter(|(at, _)| *at == mark) {
            return Ok(over);
        }
        let is_finished = is_over(run)?;
        *over = Some((mark, is_finished));
        Ok(is_finished)
    }

    /// Returns an error as readers may see it: the paths of files are shown only to holders of the run.
    fn said(&self, why: &dyn std::fmt::Display) -> String {
        match &self.guest {
            Some(_) => "The run can't be read now.".to_owned(),
            None => why.to_string(),
        }
    }

    fn run(&self) -> Result<Run> {
        Run::open(&self.path).map_err(unreadable)
    }

    /// Returns the report as readers may see it.
    fn report(&self, run: &Run) -> Result<RunReport> {
        let report = RunReport::of(run, MAIN, CHECKED_AT_ONCE)?;
        let audience = self.audience();
        Ok(if audience.sees_rulings() {
            report
        } else {
            report.renamed(|bot| audience.name(bot))
        })
    }

    /// Returns the title of the run; the name of its file, if it can't be read now.
    pub(super) fn title(&self) -> String {
        let told = || -> Result<String> {
            let run = self.run()?;
            Ok(run_title(&run, &plan(&run)?))
        };
        told().unwrap_or_else(|_| {
            let name = self.path.file_stem().unwrap_or_default();
            name.to_string_lossy().into_owned()
        })
    }

    fn find_game(&self, number: u64) -> Result<Option<RecordedGame>> {
        // No database has such large numbers.
        if i64::try_from(number).is_err() {
            return Ok(None);
        }
        let run = self.run()?;
        let known = run.record(number, None).map_err(unreadable)?.is_some();
        if !known || !self.open_to(&run)? {
            return Ok(None);
        }
        let game = RecordedGame::find(&run, number, None)?;
        let is_parked = self
            .guest
            .as_ref()
            .is_none_or(|guest| guest.knows(&game.record));
        Ok(is_parked.then_some(game))
    }

    /// Returns whether readers may see a game yet.
    fn is_told(&self, run: &Run, number: u64) -> Result<bool> {
        let Some(guest) = self.guest.as_ref().filter(|guest| guest.is_late()) else {
            return Ok(true);
        };
        let record = run.record(number, None).map_err(unreadable)?;
        Ok(record.is_some_and(|record| guest.knows(&record)))
    }
}

impl RunData for RunQueries {
    fn mark(&self) -> u64 {
        let mark = || -> Result<u64> {
            let run = self.run()?;
            let rulings = run.rulings().map_err(unreadable)?.len() as u64;
            let past = run.past().map_err(unreadable)?;
            Ok(1 + past.map_or(0, |past| past.highest + past.settled) + rulings)
        };
        // A file that can't be read now may become readable later.
        mark().unwrap_or(0)
    }

    fn name(&self, bot: &str) -> String {
        self.audience().name(bot)
    }

    fn standing(&self) -> Result<RunStatus, String> {
        self.standing().map_err(|why| self.said(&why))
    }

    fn games(&self, wanted: &GameQuery) -> Result<GameList, String> {
        self.listed(wanted).map_err(|why| self.said(&why))
    }

    fn game(&self, number: u64) -> Result<Option<(GameSummary, ReplayFrames)>, String> {
        let find = || -> Result<Option<(GameSummary, ReplayFrames)>> {
            let Some(game) = self.find_game(number)? else {
                return Ok(None);
            };
            let rules = game.rules(&self.played_by)?;
            let name = quoted(Path::new(self.path.file_name().unwrap_or_default()));
            let game_summary = GameSummary {
                files: self.guest.is_none(),
                ..story(&*rules, &game, &plan(&self.run()?)?, self.audience(), &name)?
            };
            // To play them costs a program that holds the rules questions that a bot has chosen.
            let expected = match game.record.played.job.rules {
                None => ExpectedMoves::Drawn,
                Some(_) => ExpectedMoves::Named,
            };
            let seen =
                frames(&*rules, &game, self.audience(), expected).map_err(anyhow::Error::msg)?;
            Ok(Some((game_summary, seen)))
        };
        find().map_err(|why| self.said(&why))
    }

    fn record(&self, number: u64) -> Result<Option<String>, String> {
        // A record holds everything, from all bots.
        if self.guest.is_some() {
            return Ok(None);
        }
        let game = self.find_game(number).map_err(|why| self.said(&why))?;
        let text = game.map(|game| serde_json::to_string(&game.record));
        text.transpose().map_err(|why| self.said(&why))
    }

    fn beside(&self, number: u64) -> Result<[Option<u64>; 2], String> {
        self.neighbours(number).map_err(|why| self.said(&why))
    }

    fn latest(&self) -> Result<Option<Arc<LastGame>>, String> {
        self.last_game().map_err(|why| self.said(&why))
    }

    fn repro(&self, number: u64, seat: char) -> Result<Option<Vec<u8>>, String> {
        self.packed(number, seat).map_err(|why| self.said(&why))
    }

    fn analysis(&self) -> Result<Arc<RunSummary>, String> {
        self.analysis().map_err(|why| self.said(&why))
    }
}
