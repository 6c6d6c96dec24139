//! Builds the report on a stage from a run on disk.

use std::collections::BTreeMap;

use anyhow::Result;
use referee_build::jail::jails_of;
use referee_output::failure::bad_input;
use referee_schedule::exam::{BASICS, Exam};
use referee_schedule::{Format, Plan};
use referee_stats::{BotVersions, MAIN, Tallies, Worth};
use referee_store::Run;
use referee_tournament::results::{CHECKED_AT_ONCE, plan, quoted, unreadable};
use referee_tournament::{ExamFaults, rules_on_workers, worth};

use super::model::{ChatterNote, Material, RunReport, StandingsEntry};
use super::questions::count_questions;
use super::schedule_info::{ScheduleInfo, course};
use super::stage_games::{ReportScope, StageGames};
use super::versions::{by_versions, fill_versions, versions_of};
use crate::chatter::first_of;
use crate::lists::each_once;
use crate::worker_notes::WorkerNotes;

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
        let scope = ReportScope {
            run,
            plan: &plan,
            stage,
            versions: &versions,
            by_version,
        };
        let (mut games, not_verified, tallies) = StageGames::check(scope, whole)?;
        let Some(stored) = tallies.stage(stage) else {
            return Err(bad_input(no_games(run, stage, &tallies)));
        };
        games.read(run, stored)?;
        let questions = match &plan.format {
            Format::Exam(exam) if stage == BASICS => Some(exam),
            _ => None,
        };
        if let Some(exam) = questions {
            let (tally, by_version) = count_questions(run, &games.filter, exam, &versions)?;
            games.tally = Some(tally);
            games.versions = Some(by_version);
        }
        let worth = worth_in(run, questions)?;
        let mut report = RunReport::new(Material {
            stage,
            tally: games.tally.as_ref().unwrap_or(stored),
            course: of_stage(run, &plan, stage, by_version.then_some(&versions))?,
            void: games.left.void,
            units: games.left.units,
            places: games.places.unwrap_or_default(),
            jails: jails_of(run.header()),
            worth,
        });
        for unit in &mut report.left_out.units {
            unit.deal = plan.deal_in_stage(stage, unit.deal);
        }
        let chatter = with_chatter(run, &report.standings)?;
        let mut standings = report.standings;
        if let Some(faults) = games.faults {
            fill_faults(&mut standings, &faults);
        }
        if let Some(tally) = games.versions {
            fill_versions(&mut standings, tally, worth);
        }
        let sessions = || run.header().sessions.iter();
        Ok(RunReport {
            run: Some(quoted(run.path())),
            rules_on_workers: rules_on_workers(&plan),
            not_verified,
            standings,
            chatter,
            clocks: sessions().filter_map(|session| session.clock).collect(),
            crowded: each_once(sessions().filter_map(|session| session.crowded.clone())),
            workers: WorkerNotes::of(run.header(), &games.workers.unwrap_or_default()),
            ..report
        })
    }
}

/// Returns what the results of a stage are worth: a question is one point, and the marks say what that is worth.
fn worth_in(run: &Run, questions: Option<&Exam>) -> Result<Option<Worth>> {
    match questions {
        Some(_) => Ok(None),
        None => worth(run),
    }
}

/// Fills in the faults of an exam by its own definition.
fn fill_faults(standings: &mut [StandingsEntry], all: &BTreeMap<String, ExamFaults>) {
    for bot in standings {
        let faults = all.get(&bot.row.bot).cloned().unwrap_or_default();
        bot.row.faults = faults.by_kind();
        bot.exam_faults = Some(faults);
    }
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
