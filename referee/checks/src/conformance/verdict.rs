//! Turns the checklist into a report for CI and pull requests.

use std::time::Duration;

use referee_output::Exit;
use referee_output::text_layout::count;
use referee_report::ci::{self, CaseOutcome, CheckReport, CiFault, CiSuite};
use referee_report::columns::Columns;
use referee_report::document::{Block, Section, Table};

use super::case::{CaseResult, CheckCase, CheckFailure};
use super::show::{advice, summary};

/// Faults that are described in full.
const TOLD: usize = 20;

/// Builds the report on the cases of a bot.
pub fn verdict(bot: &str, cases: &[CheckCase], took: Duration) -> CheckReport {
    let faults = cases.iter().filter_map(fault);
    let number = faults.clone().count();
    let advice = advice(cases);
    let exit = match (number, advice) {
        (0, None) => Exit::Fine,
        (0, Some(_)) => Exit::Undecided,
        _ => Exit::No,
    };
    let mut sentences = vec![summary(cases, took) + "."];
    sentences.extend(advice.map(str::to_owned));
    CheckReport {
        command: "check",
        name: bot.to_owned(),
        summary: match exit {
            Exit::Undecided => "undecided".to_owned(),
            _ => count(number as u64, "fault"),
        },
        exit,
        took,
        sentences,
        sections: vec![Section::new("", vec![Block::Table(odd(cases))])],
        faults: faults.take(TOLD).collect(),
        more: number.saturating_sub(TOLD),
        suites: suites(cases),
    }
}

/// Table of the cases that didn't pass without a remark.
fn odd(cases: &[CheckCase]) -> Table {
    let mut columns = Columns::<CheckCase>::default();
    columns.people("group", |case| case.group.clone()).left();
    columns.people("case", |case| case.name).left();
    columns.people("finding", words).left();
    columns
        .people("what the bot has to do", |case| case.title)
        .left();
    let is_fine = |case: &&CheckCase| matches!(case.finding, CaseResult::Fine { .. });
    columns.table(cases.iter().filter(|case| !is_fine(case)))
}

fn words(case: &CheckCase) -> String {
    match &case.finding {
        CaseResult::Fine { .. } => "fine".to_owned(),
        CaseResult::Skipped { .. } => "skipped".to_owned(),
        CaseResult::Undecided { .. } => "undecided".to_owned(),
        CaseResult::Hint(flaw) | CaseResult::Fault(flaw) => flaw.words(),
    }
}

fn fault(case: &CheckCase) -> Option<CiFault> {
    let CaseResult::Fault(flaw) = &case.finding else {
        return None;
    };
    Some(CiFault {
        title: format!("{} {} ({})", case.group, case.name, flaw.words()),
        what: flaw.what.clone(),
        why: describe_failure(flaw),
        file: None,
    })
}

fn suites(cases: &[CheckCase]) -> Vec<CiSuite> {
    let groups = cases.chunk_by(|one, next| one.group == next.group);
    groups
        .map(|check_cases| CiSuite {
            name: check_cases
                .first()
                .map_or(String::new(), |case| case.group.clone()),
            cases: check_cases.iter().map(one).collect(),
        })
        .collect()
}

fn one(case: &CheckCase) -> ci::CiCase {
    let (outcome, text) = match &case.finding {
        CaseResult::Fine { .. } => (CaseOutcome::Passed, String::new()),
        CaseResult::Hint(flaw) => (
            CaseOutcome::Passed,
            format!("{}\n{}", flaw.what, describe_failure(flaw)),
        ),
        CaseResult::Skipped { because } => {
            let message = because.clone();
            (CaseOutcome::Skipped { message }, String::new())
        }
        CaseResult::Undecided { because, .. } => {
            let (kind, message) = ("undecided".to_owned(), because.clone());
            (CaseOutcome::Error { kind, message }, String::new())
        }
        CaseResult::Fault(flaw) => {
            let (kind, message) = (flaw.mistake.label().to_owned(), flaw.what.clone());
            let outcome = CaseOutcome::Failed { kind, message };
            let verdict = flaw
                .verdict
                .map(|fault_keyword| format!("verdict: {fault_keyword}\n"));
            (
                outcome,
                verdict.unwrap_or_default() + &describe_failure(flaw),
            )
        }
    };
    ci::CiCase {
        name: format!("{}: {}", case.name, case.title),
        took: case.took,
        outcome,
        text,
    }
}

/// Joins the lines of [`mend`].
fn describe_failure(flaw: &CheckFailure) -> String {
    mend(flaw).join("\n")
}

/// Explains a failure in lines, to help the author of the bot.
pub fn mend(flaw: &CheckFailure) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, quoted_lines) in [("sent", &flaw.sent), ("came", &flaw.came)] {
        lines.extend(quoted_lines.iter().map(|line| format!("{name}: {line}")));
    }
    lines.push(format!("expected: {}", flaw.expected));
    lines.push(format!("see: {}", flaw.see));
    lines.push(format!("likely: {}", flaw.likely));
    lines.extend(flaw.stderr.iter().map(|line| format!("stderr: {line}")));
    lines
}
