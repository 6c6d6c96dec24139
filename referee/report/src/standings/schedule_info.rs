//! What the schedule says about the course of a run: merits, notes, games that were passed over.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use referee_output::failure::bad_input;
use referee_schedule::pairings::Pairings;
use referee_schedule::{Format, JobQueue, Plan, TieBreak};
use referee_store::{Filter, Run, SkippedGame};
use referee_tournament::results::unreadable;

use super::model::Gone;

/// What the schedule says about the course so far.
#[derive(Default)]
pub struct ScheduleInfo {
    /// What decides ranks before points per game does.
    pub merits: BTreeMap<String, TieBreak>,
    /// Byes, an early end: a sentence each.
    pub notes: Vec<String>,
    /// Who met whom, where that depends on results.
    pub pairings: Option<Pairings>,
    /// Who was left out for its failures.
    pub parked: Vec<Gone>,
    /// Who was withdrawn.
    pub withdrawn: Vec<Gone>,
    /// The bots of an examiner, which take no part themselves and aren't in any table.
    pub staff: BTreeSet<String>,
}

/// What can be learned of the course of a run.
pub fn course(run: &Run, plan: &Plan) -> Result<ScheduleInfo> {
    let skips = run.skips().map_err(unreadable)?;
    let skipped = skipped(&skips);
    let withdrawn = plan.withdrawn();
    // Who has left without having been withdrawn was left out by the referee.
    let parked = skipped.keys().filter(|bot| !withdrawn.contains(*bot));
    let gone = |bot: &&str| Gone {
        bot: (*bot).to_owned(),
        skipped: skipped.get(*bot).copied().unwrap_or(0),
    };
    let (merits, notes, pairings) = format_summary(run, plan)?;
    Ok(ScheduleInfo {
        merits,
        notes,
        pairings,
        parked: parked.map(gone).collect(),
        withdrawn: withdrawn.iter().map(gone).collect(),
        staff: staff(plan),
    })
}

/// Who sets the exam, where the run is one.
fn staff(plan: &Plan) -> BTreeSet<String> {
    let Format::Exam(exam) = &plan.format else {
        return BTreeSet::new();
    };
    let names = plan.everybody().map(|bot| bot.name.clone());
    names.filter(|name| exam.is_staff(name)).collect()
}

/// What a format says: merits, notes, and who met whom.
type FormatSummary = (BTreeMap<String, TieBreak>, Vec<String>, Option<Pairings>);

/// What the format says once it has followed the games. Where all games are known beforehand it has
/// nothing to say, and no game is looked at.
fn format_summary(run: &Run, plan: &Plan) -> Result<FormatSummary> {
    if let Format::RoundRobin { .. } | Format::Gauntlet { .. } = plan.format {
        return Ok(Default::default());
    }
    let refuse = |why| bad_input(format!("{}: {why}", run.path().display()));
    let mut queue = JobQueue::new(plan).map_err(refuse)?;
    let mut last = 0;
    for outcome in run.outcomes(&Filter::default()).map_err(unreadable)? {
        let outcome = outcome.map_err(unreadable)?;
        last = last.max(outcome.number);
        queue.record(&outcome);
    }
    // The format comes to its conclusions as it goes on; behind the last game there are none.
    while queue.issue().is_some_and(|task| task.job.number < last) {}
    let schedule = queue.schedule();
    Ok((schedule.merits(), schedule.notes(), schedule.pairings()))
}

/// How many games were passed over for each bot.
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
