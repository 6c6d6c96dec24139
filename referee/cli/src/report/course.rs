//! What the schedule says about the course of a run: merits, notes, games that were passed over.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use referee_schedule::{Format, Issuer, Merit, Plan, Skip};
use referee_store::{Filter, Run};

use super::model::Gone;
use crate::exit::bad_input;

/// What the schedule says about the course so far.
#[derive(Default)]
pub struct Course {
    /// What decides ranks before points per game does.
    pub merits: BTreeMap<String, Merit>,
    /// Byes, an early end: a sentence each.
    pub notes: Vec<String>,
    /// Who was left out for its failures.
    pub parked: Vec<Gone>,
    /// Who was withdrawn.
    pub withdrawn: Vec<Gone>,
}

/// Follows a run by its plan. Where all games are known beforehand and nobody can leave, there is
/// nothing to be learned, and no game is looked at.
pub fn course(run: &Run, plan: &Plan) -> Result<Course> {
    let fixed = matches!(
        plan.format,
        Format::RoundRobin { .. } | Format::Gauntlet { .. }
    );
    if fixed && plan.park_after.is_none() && plan.withdrawn().is_empty() {
        return Ok(Course::default());
    }
    let refuse = |why| bad_input(format!("{}: {why}", run.path().display()));
    let mut issuer = Issuer::new(plan).map_err(refuse)?;
    let mut last = 0;
    for outcome in run.outcomes(&Filter::default()).map_err(bad_input)? {
        let outcome = outcome.map_err(bad_input)?;
        last = last.max(outcome.number);
        issuer.record(&outcome);
    }
    let mut skips = Vec::new();
    // Merits and skips come as the schedule goes on; behind the last game nothing is decided.
    while issuer.issue().is_some_and(|task| task.job.number < last) {
        skips.extend(issuer.skips());
    }
    skips.extend(issuer.skips());
    let withdrawn = plan.withdrawn();
    let skipped = skipped(&skips);
    let parked = skipped.keys().filter(|bot| !withdrawn.contains(*bot));
    let gone = |bot: &&str| Gone {
        bot: (*bot).to_owned(),
        skipped: skipped.get(*bot).copied().unwrap_or(0),
    };
    Ok(Course {
        merits: issuer.schedule().merits(),
        notes: issuer.schedule().notes(),
        parked: parked.map(gone).collect(),
        withdrawn: withdrawn.iter().map(gone).collect(),
    })
}

/// How many games were passed over for each bot.
fn skipped(skips: &[Skip]) -> BTreeMap<&str, u64> {
    let mut counts = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for skip in skips.iter().filter(|skip| seen.insert(skip.number)) {
        for bot in &skip.gone {
            *counts.entry(bot.as_str()).or_default() += 1;
        }
    }
    counts
}
