//! Runs the conformance test as a test of the file.

use std::num::NonZeroU32;

use anyhow::Result;

use super::bench::TestBed;
use super::model::{CaseEnd, RegressionCase, TestKind, TestReport};
use super::plan::RegressionPlan;
use super::spec::Conformance;
use crate::conformance::{self, BusyWatch, CaseResult, check, mend};

/// Runs all cases of `referee check`.
pub(super) fn conformance(
    plan: &RegressionPlan,
    conformance_spec: &Conformance,
    bench: &TestBed,
) -> Result<TestReport> {
    let mut test = TestReport::new(TestKind::Conformance, &conformance_spec.name);
    let subject = bench.subject(NonZeroU32::get(conformance_spec.move_ms).into())?;
    let cases = check(
        &subject,
        Some(plan.rules.name()),
        BusyWatch::begin(),
        &mut |_| Ok(()),
    );
    let cases = match cases {
        Ok(cases) => cases,
        // A bot that was killed may cause any error.
        Err(_) if bench.is_over() => return Ok(test),
        Err(error) => return Err(error),
    };
    test.cases = cases
        .iter()
        .map(|case| one(case, bench.is_over()))
        .collect();
    Ok(test)
}

fn one(case: &conformance::CheckCase, over: bool) -> RegressionCase {
    let (end, says, why) = match &case.finding {
        CaseResult::Fine { note } => (CaseEnd::Passed, note.clone(), Vec::new()),
        CaseResult::Hint(flaw) => (CaseEnd::Passed, flaw.what.clone(), mend(flaw)),
        CaseResult::Skipped { because } => (CaseEnd::Skipped, because.clone(), Vec::new()),
        CaseResult::Undecided { because, .. } => (CaseEnd::Undecided, because.clone(), Vec::new()),
        // The bot was killed.
        CaseResult::Fault(_) if over => (
            CaseEnd::Skipped,
            "it was interrupted".to_owned(),
            Vec::new(),
        ),
        CaseResult::Fault(flaw) => (
            CaseEnd::Failed,
            format!("{}: {}", flaw.words(), flaw.what),
            mend(flaw),
        ),
    };
    RegressionCase {
        name: format!("{} {}", case.group, case.name),
        end,
        says,
        why,
        regression: false,
        took: case.took,
    }
}
