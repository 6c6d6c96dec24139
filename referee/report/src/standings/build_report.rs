//! Builds the report on a stage from a run on disk.

use std::collections::BTreeMap;

use anyhow::Result;
use referee_build::jail::jails_of;
use referee_output::failure::bad_input;
use referee_record::{FaultKind, Outcome};
use referee_schedule::exam::{BASICS, Exam};
use referee_schedule::{Format, Plan};
use referee_stats::{BotVersions, MAIN, Tallies, Tally, Worth};
use referee_store::{Filter, ResultWord, Run};
use referee_tournament::results::{CHECKED_AT_ONCE, not_verified, plan, quoted, unreadable};
use referee_tournament::{ExamFaults, rules_on_workers, worth};

use super::model::{ChatterNote, Material, RunReport, StandingsEntry};
use super::recount::recount;
use super::schedule_info::{ScheduleInfo, course};
use super::versions::{add_versions, by_versions, versions_of};
use crate::chatter::first_of;
use crate::lists::each_once;
use crate::worker_notes::WorkerNotes;
use crate::worker_results::WorkerResults;

impl RunReport {
    /// Builds the report on a stage. Returns an error for a stage without games, unless it is the main one,
    /// and if the run can't be read. A run with at most `whole` entries is checked completely first.
    pub fn of(run: &Run, stage: &str, whole: u64) -> Result<RunReport> {
        RunReport::build(run, stage, whole, false)
    }

    /// Builds the report on a stage in which each version of a bot is a bot of its own. Returns an error as
    /// [`RunReport::of`] does, and for an exam.
    pub fn by_version(run: &Run, stage: &str) -> Result<RunReport> {
        if matches!(plan(run)?.format, Format::Exam(_)) {
            return Err(bad_input(
                "--by-version: an exam marks each bot as a whole, whatever version it played with",
            ));
        }
        RunReport::build(run, stage, CHECKED_AT_ONCE, true)
    }

    fn build(run: &Run, stage: &str, whole: u64, by_version: bool) -> Result<RunReport> {
        let plan = plan(run)?;
        let versions = versions_of(run.header());
        let questions = match &plan.format {
            Format::Exam(exam) if stage == BASICS => Some(exam),
            _ => None,
        };
        let tallies = run.tallies().map_err(unreadable)?;
        let Some(stored) = tallies.stage(stage) else {
            return Err(bad_input(no_games(run, stage, &tallies)));
        };
        let filter = |result, reason: Option<&str>| Filter {
            stage: Some(stage.to_owned()),
            result,
            reason: reason.map(str::to_owned),
            ..Filter::default()
        };
        let named = |mut outcome: Outcome| {
            if by_version {
                versions.split(&mut outcome);
            }
            outcome
        };
        let outcomes = |filter: Filter| -> Result<Vec<_>> {
            let outcomes = run.outcomes(&filter).map_err(unreadable)?;
            outcomes
                .map(|outcome| outcome.map(named).map_err(unreadable))
                .collect()
        };
        let recounted = if questions.is_some() || by_version {
            let mut names = run.header().names();
            names.retain(|name| stage == MAIN && !(by_version && versions.has(name)));
            Some(recount(
                run,
                &filter(None, None),
                questions,
                (&names, &named),
            )?)
        } else {
            None
        };
        let tally = recounted.as_ref().unwrap_or(stored);
        let mut unstarted = Vec::new();
        for absence in FaultKind::ALL {
            if absence.fails_handshake() && has_fault(tally, absence) {
                unstarted.extend(outcomes(filter(None, Some(absence.text())))?);
            }
        }
        unstarted.retain(|outcome| outcome.counts() && outcome.verdict.nobody_started());
        let mut places = BTreeMap::new();
        if plan.setup.seats.len() > 2 {
            let counted = outcomes(filter(None, None))?;
            counted
                .iter()
                .filter(|played| played.counts())
                .for_each(|played| count_places(&mut places, played));
        }
        let games = tally.games();
        let void = match games.void + games.tried_again {
            0 => Vec::new(),
            _ => outcomes(filter(Some(ResultWord::Void), None))?,
        };
        let mut report = RunReport::new(Material {
            stage,
            tally,
            course: of_stage(run, &plan, stage, by_version.then_some(&versions))?,
            void,
            places,
            unstarted,
            jails: jails_of(run.header()),
            worth: worth_in(run, questions)?,
        });
        for unit in &mut report.left_out.units {
            unit.deal = plan.deal_in_stage(stage, unit.deal);
        }
        let chatter = with_chatter(run, &report.standings)?;
        let mut standings = with_faults(run, &plan, stage, report.standings)?;
        if !by_version {
            add_versions(
                &mut standings,
                run,
                &filter(None, None),
                questions,
                &versions,
            )?;
        }
        let sessions = || run.header().sessions.iter();
        Ok(RunReport {
            run: Some(quoted(run.path())),
            rules_on_workers: rules_on_workers(&plan),
            not_verified: not_verified(run, whole)?,
            standings,
            chatter,
            clocks: sessions().filter_map(|session| session.clock).collect(),
            crowded: each_once(sessions().filter_map(|session| session.crowded.clone())),
            workers: WorkerNotes::of(run.header(), &WorkerResults::of(run)?),
            ..report
        })
    }
}

/// Returns what the results of a stage are worth: a question is one point, and the marks say what that is worth.
pub(super) fn worth_in(run: &Run, questions: Option<&Exam>) -> Result<Option<Worth>> {
    match questions {
        Some(_) => Ok(None),
        None => worth(run),
    }
}

/// Fills in the faults of an exam by its own definition: the main stage shows the faults of all stages, as
/// everywhere else, and any other stage its own.
fn with_faults(
    run: &Run,
    plan: &Plan,
    stage: &str,
    mut standings: Vec<StandingsEntry>,
) -> Result<Vec<StandingsEntry>> {
    if let Format::Exam(_) = plan.format {
        let mut all = ExamFaults::of_run(run, Some(stage).filter(|stage| *stage != MAIN))?;
        for bot in &mut standings {
            let faults = all.remove(&bot.row.bot).unwrap_or_default();
            bot.row.faults = faults.by_kind();
            bot.exam_faults = Some(faults);
        }
    }
    Ok(standings)
}

/// Returns the bots that wrote chatter, with their first line.
fn with_chatter(run: &Run, standings: &[StandingsEntry]) -> Result<Vec<ChatterNote>> {
    let wrote = |bot: &StandingsEntry| Some((bot.row.clone(), bot.row.chatter_game?));
    let notes = standings
        .iter()
        .filter_map(wrote)
        .map(|(row, (game, attempt))| {
            let record = run.record(game, Some(attempt)).map_err(unreadable)?;
            // Behind a space stands its version.
            let name = row.bot.split(' ').next().unwrap_or_default();
            let first = record.as_ref().and_then(|record| first_of(record, name));
            Ok(ChatterNote {
                lines: row.chatter,
                game,
                first: first.map(str::to_owned),
                bot: row.bot,
            })
        });
    notes.collect()
}

/// Returns the schedule information for a stage of questions.
fn of_questions() -> ScheduleInfo {
    let note = "Each game is a question: W is a right answer, L a wrong one or a fault.";
    ScheduleInfo {
        notes: vec![note.to_owned()],
        ..ScheduleInfo::default()
    }
}

/// Returns the schedule information of a stage, by versions if they are given. Only the main stage has tie-breaks
/// and notes.
fn of_stage(
    run: &Run,
    plan: &Plan,
    stage: &str,
    versions: Option<&BotVersions>,
) -> Result<ScheduleInfo> {
    let course = match (&plan.format, stage) {
        (_, MAIN) => course(run, plan)?,
        (Format::Exam(_), BASICS) => of_questions(),
        _ => ScheduleInfo::default(),
    };
    Ok(match versions {
        Some(versions) => by_versions(course, versions),
        None => course,
    })
}

/// Describes the error of a stage that has no games.
fn no_games(run: &Run, stage: &str, tallies: &Tallies) -> String {
    let stages: Vec<&str> = tallies.stages().map(|(name, _)| name).collect();
    let (path, stages) = (run.path().display(), stages.join(", "));
    format!("--stage {stage}: {path} has no game of it; its stages are {stages}")
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

fn has_fault(tally: &Tally, fault: FaultKind) -> bool {
    let rows = tally.standings();
    rows.iter().any(|row| row.faults.contains_key(&fault))
}
