//! What a report on a stage needs of the games of its run. They are added one by one and not kept, since there may be
//! millions.

use std::collections::BTreeMap;

use anyhow::Result;
use referee_record::Outcome;
use referee_schedule::{Format, Plan};
use referee_stats::{BotVersions, MAIN, Tallies, Tally, VersionTally};
use referee_store::{Filter, Run};
use referee_tournament::ExamFaults;
use referee_tournament::results::{not_verified_telling, unreadable};

use super::left_out::LeftGames;
use crate::worker_results::WorkerResults;

/// What a report is on.
#[derive(Clone, Copy)]
pub(super) struct ReportScope<'a> {
    pub(super) run: &'a Run,
    pub(super) plan: &'a Plan,
    pub(super) stage: &'a str,
    /// The versions of the bots of the run.
    pub(super) versions: &'a BotVersions,
    /// True if each version of a bot is a bot of its own.
    pub(super) by_version: bool,
}

/// The games of a run as far as a report on a stage needs them; nothing is counted that it doesn't want.
#[derive(Default)]
pub(super) struct StageGames<'a> {
    /// The games of the stage.
    pub(super) filter: Filter,
    /// The versions that are bots of their own.
    pub(super) split: Option<&'a BotVersions>,
    /// How often each bot took each place, where more than two play.
    pub(super) places: Option<BTreeMap<String, Vec<u64>>>,
    /// Games that are missing from numbers.
    pub(super) left: LeftGames,
    /// The results of each worker in all stages, if there are several workers.
    pub(super) workers: Option<WorkerResults>,
    /// The faults of each bot, in an exam: for the main stage those of all stages, as everywhere else.
    pub(super) faults: Option<BTreeMap<String, ExamFaults>>,
    /// The games of each version of a bot.
    pub(super) versions: Option<VersionTally<'a>>,
    /// The tally of the stage, where the stored one isn't what the report is about.
    pub(super) tally: Option<Tally>,
    /// True if all games of the run were added.
    pub(super) is_complete: bool,
}

impl<'a> StageGames<'a> {
    fn new(of: ReportScope<'a>) -> StageGames<'a> {
        let header = of.run.header();
        let rows = || {
            let mut names = header.names();
            names.retain(|name| of.stage == MAIN && !of.versions.has(name));
            Tally::unstored(&names)
        };
        let told_apart = !of.by_version && !of.versions.is_empty();
        StageGames {
            filter: Filter {
                stage: Some(of.stage.to_owned()),
                ..Filter::default()
            },
            split: of.by_version.then_some(of.versions),
            places: (of.plan.setup.seats.len() > 2).then(BTreeMap::new),
            left: LeftGames::default(),
            workers: WorkerResults::can_differ(header).then(WorkerResults::default),
            faults: matches!(of.plan.format, Format::Exam(_)).then(BTreeMap::new),
            versions: told_apart.then(|| VersionTally::new(of.versions)),
            tally: of.by_version.then(rows),
            is_complete: false,
        }
    }

    /// Checks a run, completely if it has at most `whole` entries, and adds the games that are read for that. Returns
    /// also why the numbers may not be those that were recorded, as a sentence, and the tallies that were checked.
    pub(super) fn check(
        of: ReportScope<'a>,
        whole: u64,
    ) -> Result<(StageGames<'a>, Option<String>, Tallies)> {
        let mut games = StageGames::new(of);
        // The chain has a game that was played again behind later ones, and versions are counted in the order of games.
        if games.versions.is_some() || games.tally.is_some() {
            let (why, tallies) = not_verified_telling(of.run, whole, &mut |_| ())?;
            return Ok((games, why, tallies));
        }
        let (why, tallies) =
            not_verified_telling(of.run, whole, &mut |outcome| games.add(outcome))?;
        if why.is_some() {
            // Not all games were told of.
            games = StageGames::new(of);
        } else {
            games.is_complete = true;
        }
        Ok((games, why, tallies))
    }

    /// Adds the games of a run, unless the check has, or none is needed beside the stored tally of the stage.
    pub(super) fn read(&mut self, run: &Run, stored: &Tally) -> Result<()> {
        if !self.is_complete && self.needs_games(stored) {
            for outcome in run.outcomes(&Filter::default()).map_err(unreadable)? {
                self.add(&outcome.map_err(unreadable)?);
            }
        }
        let void = &mut self.left.void;
        void.sort_by_key(|attempt| (attempt.game, attempt.attempt));
        Ok(())
    }

    fn needs_games(&self, stored: &Tally) -> bool {
        let counts = self.places.is_some()
            || self.workers.is_some()
            || self.faults.is_some()
            || self.versions.is_some()
            || self.tally.is_some();
        let games = stored.games();
        let lists = || {
            let rows = stored.standings();
            let mut faults = rows.iter().flat_map(|row| row.faults.keys());
            games.void + games.tried_again > 0 || faults.any(|fault| fault.fails_handshake())
        };
        counts || lists()
    }

    /// Adds a game of any stage.
    pub(super) fn add(&mut self, outcome: &Outcome) {
        let is_of_stage = self.filter.matches(outcome);
        let is_main = self.filter.stage.as_deref() == Some(MAIN);
        if let Some(workers) = &mut self.workers {
            workers.add(outcome);
        }
        if let Some(faults) = &mut self.faults
            && (is_of_stage || is_main)
        {
            ExamFaults::count(faults, outcome);
        }
        if !is_of_stage {
            return;
        }
        if let Some(versions) = &mut self.versions {
            versions.add(outcome);
        }
        if let Some(versions) = self.split {
            let mut outcome = outcome.clone();
            versions.split(&mut outcome);
            self.add_named(&outcome);
        } else {
            self.add_named(outcome);
        }
    }

    /// Adds a game of the stage, whose bots have the names that they have in the report.
    fn add_named(&mut self, outcome: &Outcome) {
        if let Some(tally) = &mut self.tally {
            tally.add(outcome);
        }
        if let Some(places) = &mut self.places
            && outcome.counts()
        {
            count_places(places, outcome);
        }
        self.left.add(outcome);
    }
}

/// Counts the place of each bot in a game.
fn count_places(places: &mut BTreeMap<String, Vec<u64>>, outcome: &Outcome) {
    for seated in &outcome.seats {
        let counts = places.entry(seated.bot.clone()).or_default();
        counts.resize(outcome.seats.len().max(counts.len()), 0);
        let place = outcome
            .verdict
            .seat(seated.seat)
            .map_or(0, |result| result.place);
        if let Some(count) = usize::from(place)
            .checked_sub(1)
            .and_then(|at| counts.get_mut(at))
        {
            *count += 1;
        }
    }
}
