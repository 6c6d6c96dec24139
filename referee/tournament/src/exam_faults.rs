//! Counts the faults of an exam in one place, for marks, reports, tables, pages and the end of a run.
//! [`Outcome::fault`] defines what a fault is.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::Result;
use referee_output::text_layout::counts;
use referee_record::{FaultKind, Outcome};
use referee_schedule::exam::{BASICS, MAIN, QUALIFICATION};
use referee_store::{Filter, Run};
use serde::Serialize;

use crate::results::unreadable;

/// Faults of a bot: the number per stage and kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ExamFaults(BTreeMap<String, BTreeMap<FaultKind, u64>>);

impl ExamFaults {
    /// Counts the faults of each bot that has one, in all stages.
    pub fn of_run(run: &Run) -> Result<BTreeMap<String, ExamFaults>> {
        let mut all = BTreeMap::new();
        for outcome in run.outcomes(&Filter::default()).map_err(unreadable)? {
            ExamFaults::count(&mut all, &outcome.map_err(unreadable)?);
        }
        Ok(all)
    }

    /// Adds the faults of a game to those of each bot that has one.
    pub fn count(all: &mut BTreeMap<String, ExamFaults>, outcome: &Outcome) {
        for seated in &outcome.seats {
            if outcome.fault(&seated.bot).is_some() {
                let faults = all.entry(seated.bot.clone()).or_default();
                faults.add(outcome, &seated.bot);
            }
        }
    }

    /// Adds the fault of a bot in a game, if it has one.
    pub fn add(&mut self, outcome: &Outcome, bot: &str) {
        if let Some(fault) = outcome.fault(bot) {
            let stage = self.0.entry(outcome.place.stage.clone()).or_default();
            *stage.entry(fault).or_default() += 1;
        }
    }

    /// Returns the number of faults in a stage.
    pub fn in_stage(&self, stage: &str) -> u64 {
        self.0.get(stage).map_or(0, |words| words.values().sum())
    }

    /// Returns the number of faults of each kind.
    pub fn by_kind(&self) -> BTreeMap<FaultKind, u64> {
        let mut sums = BTreeMap::new();
        for (fault, n) in self.0.values().flatten() {
            *sums.entry(*fault).or_default() += n;
        }
        sums
    }

    /// Returns the number of all faults.
    pub fn total(&self) -> u64 {
        self.0.values().flat_map(BTreeMap::values).sum()
    }

    /// Lists the number of faults in each stage, such as `basics 1, main 4`.
    pub fn stages(&self) -> String {
        let stages = [BASICS, QUALIFICATION, MAIN].map(|stage| (stage, self.in_stage(stage)));
        let some = stages.iter().filter(|(_, n)| *n > 0);
        let some: Vec<String> = some.map(|(stage, n)| format!("{stage} {n}")).collect();
        some.join(", ")
    }
}

impl fmt::Display for ExamFaults {
    /// Writes the faults, such as `3 crash, 2 timeout (basics 1, main 4)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", counts(&self.by_kind()), self.stages())
    }
}
