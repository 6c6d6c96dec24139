//! Builds the report on a match of two bots from its run.

use anyhow::Result;
use referee_build::jail::{jails_of, remarks};
use referee_config::{format_time_control, look_alikes};
use referee_output::failure::bad_input;
use referee_schedule::head_to_head::{Goal, MatchEnd, PairResults};
use referee_schedule::{FormatResults, GameConfig, Starts};
use referee_stats::{ResultCounts, SprtBounds, Strength};
use referee_store::Run;
use referee_tournament::DispatchEnd;
use referee_tournament::results::{RunResults, not_verified, quoted};

use super::model::{MatchReport, StartsUsed, TestStatus};
use super::summary::{says, verdict, warnings};
use super::{always, course};
use crate::lists::each_once;
use crate::worker_notes::WorkerNotes;
use crate::worker_results::WorkerResults;

impl MatchReport {
    /// Builds the report of a run from its results; `closed` says how its last session ended; without it the run isn't
    /// checked. Returns `None` if the run isn't a match of two bots.
    pub fn of(
        run: &Run,
        results: &RunResults,
        closed: Option<DispatchEnd>,
        anytime: bool,
    ) -> Result<Option<MatchReport>> {
        let FormatResults::Match(prefix) = results.schedule().results() else {
            return Ok(None);
        };
        let plan = &results.plan;
        let setup = &plan.setup;
        let [first, second] = &plan.bots[..] else {
            return Err(bad_input("a match is between two bots"));
        };
        let header = run.header();
        let sessions = || header.sessions.iter();
        let own = || sessions().filter(|session| session.worker.is_none());
        let [losses, draws, wins] = prefix.games();
        let verdict = verdict(prefix, closed);
        let mut warnings = warnings(prefix, verdict, anytime);
        if closed.is_some() {
            warnings.extend(not_verified(run, u64::MAX)?);
        }
        let counts = ResultCounts::Pairs(prefix.counts());
        let tally = run
            .tallies()
            .map_err(referee_tournament::results::unreadable)?;
        Ok(Some(MatchReport {
            game: setup.game.clone(),
            options: setup.options.clone(),
            time: [first, second].map(|bot| format_time_control(&bot.time)),
            bots: prefix.names().clone(),
            seed: setup.master,
            test: test(prefix),
            course: prefix.course(course::POINTS),
            games_wanted: (!prefix.rule().is_bounded_by_starts())
                .then(|| 2 * prefix.rule().pairs()),
            precision: match prefix.rule().goal() {
                Goal::Precision(elo) => Some(elo),
                Goal::Test(..) | Goal::Games => None,
            },
            verdict,
            says: says(prefix, verdict, closed),
            warnings,
            pairs: prefix.pairs(),
            pentanomial: prefix.counts(),
            games: wins + draws + losses,
            wins,
            draws,
            losses,
            strength: Strength::of(&counts).ok(),
            anytime: anytime.then(|| always::interval(&counts)).flatten(),
            parked: match prefix.end() {
                Some(MatchEnd::Parked(bot)) => Some(bot.clone()),
                _ => None,
            },
            faults: prefix.faults().to_vec(),
            left_out: prefix.left_out().to_vec(),
            replayed: tally.main().games().tried_again,
            beyond: prefix.beyond(),
            identical: prefix.identical(),
            starts: starts(setup, prefix),
            look_alikes: look_alikes(prefix.names().iter().map(String::as_str)),
            jail: remarks(&jails_of(header)),
            machines: each_once(own().map(|session| session.machine.clone())),
            crowded: each_once(sessions().filter_map(|session| session.crowded.clone())),
            workers: WorkerNotes::of(header, &WorkerResults::of(run)?),
            results: quoted(run.path()),
        }))
    }
}

/// Returns the state of the sequential test, if the match is one.
fn test(prefix: &PairResults) -> Option<TestStatus> {
    let Goal::Test(asks, SprtBounds { lower, upper }) = prefix.rule().goal() else {
        return None;
    };
    Some(TestStatus {
        asks,
        llr: prefix.llr(),
        lower,
        upper,
    })
}

/// Returns the starting positions that these pairs used.
fn starts(setup: &GameConfig, prefix: &PairResults) -> StartsUsed {
    let (from, lines) = match &setup.start {
        Starts::States(lines) => {
            let whole = setup.book.as_ref();
            let entries = whole.and_then(|book| usize::try_from(book.entries).ok());
            ("book", Some(entries.unwrap_or(lines.len())))
        }
        Starts::Deal => ("deal", None),
        Starts::Default => ("default", None),
    };
    StartsUsed {
        from,
        plies: setup.openings,
        distinct: prefix.pairs(),
        passed_over: prefix.passed_over(),
        lines,
    }
}
