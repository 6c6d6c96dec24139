//! The conformance test as a test of the file.

use std::num::NonZeroU32;

use anyhow::Result;

use super::bench::Bench;
use super::model::{Case, End, Kind, Test};
use super::plan::Plan;
use super::spec::Conformance;
use crate::conformance::{self, Finding, check, mend};

/// Goes through all cases of `check`.
pub fn conformance(plan: &Plan, own: &Conformance, bench: &Bench) -> Result<Test> {
    let mut test = Test::new(Kind::Conformance, &own.name);
    let subject = bench.subject(NonZeroU32::get(own.move_ms).into())?;
    let cases = check(&subject, Some(plan.rules.name()), &mut |_| Ok(()));
    let cases = match cases {
        Ok(cases) => cases,
        // What a killed bot said of itself is of no account.
        Err(_) if bench.is_over() => return Ok(test),
        Err(error) => return Err(error),
    };
    test.cases = cases
        .iter()
        .map(|case| one(case, bench.is_over()))
        .collect();
    Ok(test)
}

fn one(case: &conformance::Case, over: bool) -> Case {
    let (end, says, why) = match &case.finding {
        Finding::Fine { note } => (End::Passed, note.clone(), Vec::new()),
        Finding::Hint(flaw) => (End::Passed, flaw.what.clone(), mend(flaw)),
        Finding::Skipped { because } => (End::Skipped, because.clone(), Vec::new()),
        Finding::Undecided { because, .. } => (End::Undecided, because.clone(), Vec::new()),
        // It was killed.
        Finding::Fault(_) if over => (End::Skipped, "it was interrupted".to_owned(), Vec::new()),
        Finding::Fault(flaw) => (
            End::Failed,
            format!("{}: {}", flaw.words(), flaw.what),
            mend(flaw),
        ),
    };
    Case {
        name: format!("{} {}", case.group, case.name),
        end,
        says,
        why,
        regression: false,
        took: case.took,
    }
}
