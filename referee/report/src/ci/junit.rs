//! `JUnit` XML, which continuous integration systems show as test results.

use std::time::Duration;

use anyhow::Result;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use referee_output::failure::machine;
use referee_output::sanitize::xml;

use super::model::{CaseOutcome, CiCase, CiSuite};

/// Returns the suites as one `JUnit` document called `name`; `took` is the time of the whole command.
pub(super) fn junit(name: &str, suites: &[CiSuite], took: Duration) -> Result<String> {
    let mut report = Report::new(xml(name));
    report.set_time(took);
    report.add_test_suites(suites.iter().map(suite));
    report.to_string().map_err(machine)
}

fn suite(suite: &CiSuite) -> TestSuite {
    let mut written = TestSuite::new(xml(&suite.name));
    written.set_time(suite.cases.iter().map(|case| case.took).sum());
    written.add_test_cases(suite.cases.iter().map(|ci_case| case(ci_case, &suite.name)));
    written
}

fn case(case: &CiCase, suite: &str) -> TestCase {
    let mut status = match &case.outcome {
        CaseOutcome::Passed => TestCaseStatus::success(),
        CaseOutcome::Skipped { .. } => TestCaseStatus::skipped(),
        CaseOutcome::Failed { .. } => TestCaseStatus::non_success(NonSuccessKind::Failure),
        CaseOutcome::Error { .. } => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    let note = match &case.outcome {
        CaseOutcome::Passed => None,
        CaseOutcome::Skipped { message } => Some(message),
        CaseOutcome::Failed { kind, message } | CaseOutcome::Error { kind, message } => {
            status.set_type(xml(kind));
            Some(message)
        }
    };
    if let Some(message) = note {
        // Attributes have one line: readers turn a newline into a blank.
        status.set_message(xml(message).replace('\n', " "));
    }
    let text = xml(&case.text);
    let passed = matches!(case.outcome, CaseOutcome::Passed);
    if !passed && !text.is_empty() {
        status.set_description(text.clone());
    }
    let mut written = TestCase::new(xml(&case.name), status);
    written.set_classname(xml(suite)).set_time(case.took);
    if passed && !text.is_empty() {
        written.set_system_out(text);
    }
    written
}
