//! Information from the schedule on the course of a run: tie-breaks, notes, skipped games.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use referee_schedule::pairings::Pairings;
use referee_schedule::{Format, Plan, TieBreak};
use referee_store::{Run, SkippedGame};
use referee_tournament::results::{RunResults, unreadable};

use super::model::Gone;

/// Information from the schedule on the course so far.
#[derive(Default)]
pub struct ScheduleInfo {
    /// Tie-breaks of each bot, which decide ranks before points per game do.
    pub tie_breaks: BTreeMap<String, TieBreak>,
    /// Notes such as byes or an early end, a sentence each.
    pub notes: Vec<String>,
    /// The pairings, where they depend on results.
    pub pairings: Option<Pairings>,
    /// Bots that were left out for their failures.
    pub parked: Vec<Gone>,
    /// Bots that were withdrawn.
    pub withdrawn: Vec<Gone>,
    /// The examiner's bots, which take no part themselves and aren't in any table.
    pub staff: BTreeSet<String>,
}

/// Returns the schedule information of a run. Returns an error if the run can't be read.
pub(super) fn course(run: &Run, plan: &Plan) -> Result<ScheduleInfo> {
    let skips = run.skips().map_err(unreadable)?;
    let skipped = skipped(&skips);
    let withdrawn = plan.withdrawn();
    // A bot that left without being withdrawn was left out by the referee.
    let parked = skipped.keys().filter(|bot| !withdrawn.contains(*bot));
    let gone = |bot: &&str| Gone {
        bot: (*bot).to_owned(),
        skipped: skipped.get(*bot).copied().unwrap_or(0),
    };
    let (tie_breaks, notes, pairings) = format_summary(run, plan)?;
    Ok(ScheduleInfo {
        tie_breaks,
        notes,
        pairings,
        parked: parked.map(gone).collect(),
        withdrawn: withdrawn.iter().map(gone).collect(),
        staff: staff(plan),
    })
}

/// Returns the examiner's bots, if the run is an exam.
fn staff(plan: &Plan) -> BTreeSet<String> {
    let Format::Exam(exam) = &plan.format else {
        return BTreeSet::new();
    };
    let names = plan.everybody().map(|bot| bot.name.clone());
    names.filter(|name| exam.is_staff(name)).collect()
}

/// Information from a format: tie-breaks, notes and pairings.
type FormatSummary = (BTreeMap<String, TieBreak>, Vec<String>, Option<Pairings>);

/// Returns the information of the format after it has followed all games. A format whose games are all known
/// beforehand has none, and no game is read.
fn format_summary(run: &Run, plan: &Plan) -> Result<FormatSummary> {
    if let Format::RoundRobin { .. } | Format::Gauntlet { .. } = plan.format {
        return Ok(Default::default());
    }
    let mut results = RunResults::read(run)?;
    let schedule = results.concluded();
    Ok((schedule.tie_breaks(), schedule.notes(), schedule.pairings()))
}

/// Counts the skipped games of each bot.
fn skipped(skips: &[SkippedGame]) -> BTreeMap<&str, u64> {
    let mut counts = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for skip in skips.iter().filter(|skip| seen.insert(skip.number)) {
        for bot in &skip.gone {
            *counts.entry(bot.as_str()).or_default() += 1;
        }
    }
    counts
}
