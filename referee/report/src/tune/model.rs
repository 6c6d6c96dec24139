//! The result of a tuning: the one model from which text and JSON are made.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use referee_config::format_time_control;
use referee_output::Exit;
use referee_record::Substitutions;
use referee_schedule::FormatResults;
use referee_schedule::head_to_head::{FaultCount, OmittedPair};
use referee_schedule::tune::{Gains, TuningState};
use referee_store::Run;
use referee_tournament::DispatchEnd;
use referee_tournament::results::{RunResults, not_verified, quoted};
use serde::Serialize;

use super::live::{change, values};
use super::result_files::{self, write_test};

/// Percentage of games lost by a fault above which a warning precedes the table.
const TOLERATED: u64 = 1;

/// A tuning of one bot.
#[derive(Clone, Debug, Serialize)]
pub struct TuningReport {
    /// The game's name.
    pub game: String,
    /// Its options that differ from the default.
    pub options: BTreeMap<String, String>,
    /// The time control of both sides, in the notation of chess engines.
    pub time: String,
    /// The bot.
    pub bot: String,
    /// The master seed, from which everything random was drawn.
    pub seed: u64,
    /// Finished iterations.
    pub iterations: u64,
    /// Iterations planned in all.
    pub iterations_wanted: u32,
    /// Pairs of games in an iteration.
    pub pairs: u32,
    /// Parameters of the SPSA gain sequences: rate, A, alpha and gamma.
    pub gains: Gains,
    /// The status of the tuning.
    pub verdict: TuningStatus,
    /// The verdict in a sentence.
    pub says: String,
    /// Warnings above the table, a sentence each.
    pub warnings: Vec<String>,
    /// The parameters, in the order of the file.
    pub parameters: Vec<ParameterRow>,
    /// The constraints between parameters, as they were written.
    pub constraints: Vec<String>,
    /// The resulting values, as substitutions with which the bot can be played.
    pub settings: Substitutions,
    /// The bot's lines of the configuration with these values.
    pub words: Vec<String>,
    /// The command that tests the result against the start, once all iterations are finished.
    pub test: Option<String>,
    /// Games of finished iterations that count.
    pub games: u64,
    /// Games lost by a fault, by side and fault.
    pub faults: Vec<FaultCount>,
    /// Pairs that don't count.
    pub left_out: Vec<OmittedPair>,
    /// Void attempts that were played again.
    pub replayed: u64,
    /// Further notes, a sentence each.
    pub notes: Vec<String>,
    /// The results file, quoted for a command.
    pub results: String,
}

/// A parameter and its course.
#[derive(Clone, Debug, Serialize)]
pub struct ParameterRow {
    /// Its name.
    pub name: String,
    /// Its start value.
    pub start: f64,
    /// Its value after the last finished iteration.
    pub now: f64,
    /// Its change in that iteration.
    pub change: Option<f64>,
    /// Its mean over the last quarter of the iterations.
    pub result: f64,
    /// Its values, from the start on.
    pub course: Vec<f64>,
    /// Start, now, change and result, formatted for people.
    #[serde(skip)]
    pub told: [String; 4],
}

/// Status of a tuning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TuningStatus {
    /// All iterations are finished.
    Finished,
    /// The bot failed all the time.
    Parked,
    /// The tuning was interrupted.
    Interrupted,
    /// The tuning is still going on.
    Unfinished,
}

impl TuningReport {
    /// Builds the report of a run from its results. `closed` says how its last session ended, without which the run isn't
    /// checked. `file` is the tournament file, beside which a finished tuning leaves a file that tests its result; without
    /// `file` nothing is written. Returns `None` if the run isn't a tuning.
    pub fn of(
        run: &Run,
        results: &RunResults,
        closed: Option<DispatchEnd>,
        file: Option<&Path>,
    ) -> Result<Option<TuningReport>> {
        let FormatResults::Tuning(course) = results.schedule().results() else {
            return Ok(None);
        };
        let tuning = course.tuning();
        let config = &run.header().revision.config;
        let verdict = verdict(course, closed);
        let settings = course.settings(&course.result());
        let mut warnings = warnings(course);
        warnings.extend(at_bounds(course));
        if closed.is_some() {
            warnings.extend(not_verified(run, u64::MAX)?);
        }
        let finished = file.filter(|_| verdict == TuningStatus::Finished);
        let test = finished.and_then(|file| {
            let test = result_files::test_of(file);
            let start: Vec<f64> = tuning
                .parameters
                .iter()
                .map(|parameter| parameter.start)
                .collect();
            let start = course.settings(&start);
            write_test(&test, config, (&settings, &start))
                .map(|()| format!("referee run {}", quoted(&test)))
                .map_err(|why| warnings.push(format!("No test was written: {why}.")))
                .ok()
        });
        let entrant = results.plan.bots.first();
        let tally = run
            .tallies()
            .map_err(referee_tournament::results::unreadable)?;
        let games = course.past().iter().flat_map(|iteration| iteration.games);
        Ok(Some(TuningReport {
            game: results.plan.setup.game.clone(),
            options: results.plan.setup.options.clone(),
            time: entrant
                .map(|bot| format_time_control(&bot.time))
                .unwrap_or_default(),
            bot: entrant
                .map(|bot| bot.name.trim_end_matches('+').to_owned())
                .unwrap_or_default(),
            seed: results.plan.setup.master,
            iterations: course.past().len() as u64,
            iterations_wanted: tuning.iterations,
            pairs: tuning.pairs,
            gains: tuning.gains,
            verdict,
            says: says(course, verdict),
            warnings,
            parameters: rows(course),
            constraints: tuning
                .constraints
                .iter()
                .map(|constraint| constraint.text.clone())
                .collect(),
            words: result_files::words(config, &settings),
            settings,
            test,
            games: games.sum(),
            faults: course.faults().to_vec(),
            left_out: course.left_out().to_vec(),
            replayed: tally.main().games().tried_again,
            notes: results.schedule().notes().split_off(1),
            results: quoted(run.path()),
        }))
    }

    /// Returns the exit code of the command.
    pub fn exit(&self) -> Exit {
        match self.verdict {
            TuningStatus::Finished | TuningStatus::Unfinished => Exit::Fine,
            TuningStatus::Parked => Exit::Parked,
            TuningStatus::Interrupted => Exit::Interrupted,
        }
    }
}

fn verdict(course: &TuningState, closed: Option<DispatchEnd>) -> TuningStatus {
    match closed {
        _ if course.is_failing() => TuningStatus::Parked,
        _ if course.is_finished() => TuningStatus::Finished,
        Some(DispatchEnd::Interrupted) => TuningStatus::Interrupted,
        _ => TuningStatus::Unfinished,
    }
}

fn says(course: &TuningState, verdict: TuningStatus) -> String {
    let (past, all) = (course.past().len(), course.tuning().iterations);
    match verdict {
        TuningStatus::Finished => format!("all {all} iterations are finished"),
        TuningStatus::Parked => {
            format!("ended after iteration {past}: every game of it was lost by a fault of the bot")
        }
        TuningStatus::Interrupted => {
            format!("interrupted after iteration {past} of {all}; the same command goes on")
        }
        TuningStatus::Unfinished => format!("not finished: iteration {past} of {all}"),
    }
}

fn rows(course: &TuningState) -> Vec<ParameterRow> {
    let result = course.result();
    let row = |(i, own): (usize, &referee_schedule::tune::Parameter)| {
        let course_of = values(course, i);
        let change = change(&course_of);
        let now = course.middle()[i];
        ParameterRow {
            name: own.name.clone(),
            start: own.start,
            now,
            change,
            result: result[i],
            told: [
                own.format_value(own.start),
                own.format_value(now),
                change.map_or("–".to_owned(), |by| {
                    super::live::signed(&own.format_value(by))
                }),
                own.format_value(result[i]),
            ],
            course: course_of,
        }
    };
    course
        .tuning()
        .parameters
        .iter()
        .enumerate()
        .map(row)
        .collect()
}

/// Returns a warning for each parameter whose result is less than half a step from one of its bounds: the best
/// value may lie beyond it.
fn at_bounds(course: &TuningState) -> Vec<String> {
    if course.past().is_empty() {
        return Vec::new();
    }
    let parameters = course.tuning().parameters.iter().zip(course.result());
    let warning = |(own, value): (&referee_schedule::tune::Parameter, f64)| {
        let mut bounds = [("min", own.min), ("max", own.max)].into_iter();
        let (key, bound) = bounds.find(|(_, bound)| (bound - value).abs() < own.step / 2.0)?;
        Some(format!(
            "{} = {} is at its {key} ({}): a better value may lie beyond it. If such values make sense, move \
             {key} and tune again.",
            own.name,
            own.format_value(value),
            own.format_value(bound)
        ))
    };
    parameters.filter_map(warning).collect()
}

fn warnings(course: &TuningState) -> Vec<String> {
    let games: u64 = course
        .past()
        .iter()
        .flat_map(|iteration| iteration.games)
        .sum();
    let faults: u64 = course
        .faults()
        .iter()
        .map(|fault_count| fault_count.games)
        .sum();
    if 100 * faults <= TOLERATED * games.max(1) {
        return Vec::new();
    }
    let whose = course.faults().iter();
    let whose: Vec<String> = whose
        .map(|fault_count| {
            format!(
                "{} {} by {}",
                fault_count.games, fault_count.fault, fault_count.bot
            )
        })
        .collect();
    vec![format!(
        "Faults first: {faults} games were lost by a fault ({}), more than 1 %. The values below go \
         away from faults, more than towards strength.",
        whose.join(", ")
    )]
}
