//! Turns the report into one for CI and pull requests.

use std::path::Path;

use referee_output::Exit;
use referee_output::text_layout::count;
use referee_report::TextTable;
use referee_report::ci::{self, CaseOutcome, CheckReport, CiFault, CiSuite, CiTable};
use referee_report::head_to_head::course::drawn;
use referee_report::head_to_head::rows::asks;
use referee_report::standings::strength;

use super::model::{CaseEnd, RegressionCase, RegressionReport, TestReport};
use super::text::says;

/// Failures that are described in full.
const TOLD: usize = 20;

/// Describes the outcome in a few words.
pub(super) fn describe_outcome(report: &RegressionReport) -> String {
    let of = |end: CaseEnd| report.count(end);
    let failures = report.cases().filter(|case| case.is_failure()).count() as u64;
    let regressions = report.cases().filter(|case| case.regression).count() as u64;
    let mut parts = vec![
        format!("{} passed", of(CaseEnd::Passed)),
        count(failures, "failure"),
    ];
    if regressions > 0 {
        parts.push(count(regressions, "regression"));
    }
    for end in [
        CaseEnd::Undecided,
        CaseEnd::Parked,
        CaseEnd::Skipped,
        CaseEnd::Machine,
    ] {
        if of(end) > 0 {
            parts.push(format!("{} {}", of(end), end.keyword()));
        }
    }
    let text = parts.join(", ");
    match report.exit() {
        Exit::Interrupted => format!("interrupted: {text}"),
        _ => text,
    }
}

/// Builds the CI report; `file` is the file of the tests.
pub fn verdict(report: &RegressionReport, file: &Path) -> CheckReport {
    let faults: Vec<CiFault> = report
        .tests
        .iter()
        .flat_map(|test| faults(test, file))
        .collect();
    let more = faults.len().saturating_sub(TOLD);
    let warnings = report.tests.iter().filter_map(|test| test.games.as_ref());
    let warnings = warnings.flat_map(|match_report| match_report.warnings.iter().cloned());
    let mut sentences: Vec<String> = warnings.collect();
    sentences.extend(report.remarks.iter().cloned());
    sentences.extend(report.changes.iter().cloned());
    CheckReport {
        command: "regress",
        name: report.bot.clone(),
        summary: describe_outcome(report),
        exit: report.exit(),
        took: report.took,
        sentences,
        tables: vec![tests(report), matches(report), odd(report)],
        course: courses(report),
        faults: faults.into_iter().take(TOLD).collect(),
        more,
        suites: report.tests.iter().map(suite).collect(),
    }
}

fn tests(report: &RegressionReport) -> CiTable {
    let mut table = TextTable::new(&["#", "test", "passed", "of", "what it came to"]);
    table.left = vec![4];
    table.rows = (1..)
        .zip(&report.tests)
        .map(|(number, test)| {
            let passed = test.cases.iter().filter(|case| case.end == CaseEnd::Passed);
            let (passed, of) = (passed.count(), test.cases.len());
            let numbers = [number, passed, of].map(|n| n.to_string());
            let [number, passed, of] = numbers;
            vec![number, test.title(), passed, of, says(test)]
        })
        .collect();
    CiTable {
        title: "Tests".to_owned(),
        table,
    }
}

fn matches(report: &RegressionReport) -> CiTable {
    let mut table = TextTable::new(&[
        "#", "match", "test", "games", "won", "drawn", "lost", "pairs", "Elo", "LLR", "bounds",
        "verdict",
    ]);
    table.left = vec![2, 11];
    let match_reports = report.tests.iter().filter_map(|test| test.games.as_ref());
    table.rows = (1..)
        .zip(match_reports)
        .map(|(number, match_report)| {
            let elo = match_report.strength.as_ref();
            let elo = elo.map_or("-".to_owned(), |strength| strength::elo(strength, 1));
            let (llr, bounds) = match_report
                .test
                .map_or_else(Default::default, |test_status| {
                    let bounds = format!("{:.2}, {:.2}", test_status.lower, test_status.upper);
                    (format!("{:.2}", test_status.llr), bounds)
                });
            let counts = [
                match_report.games,
                match_report.wins,
                match_report.draws,
                match_report.losses,
            ];
            let asks = match_report.test.as_ref().map(asks).unwrap_or_default();
            let mut row = vec![
                number.to_string(),
                match_report.bots.join(" against "),
                asks,
            ];
            row.extend(counts.map(|n| n.to_string()));
            row.push(format!("{:?}", match_report.pentanomial));
            row.extend([elo, llr, bounds, match_report.says.clone()]);
            row
        })
        .collect();
    CiTable {
        title: "Matches".to_owned(),
        table,
    }
}

/// Draws the course of each match, under its name.
fn courses(report: &RegressionReport) -> String {
    let each = report.tests.iter().filter_map(|test| {
        let match_report = test.games.as_ref()?;
        let course = match_report
            .test
            .as_ref()
            .map(|test_status| drawn(test_status, &match_report.course))?;
        (!course.is_empty()).then(|| format!("{}\n{course}", test.title()))
    });
    each.collect::<Vec<_>>().join("\n")
}

/// Table of the cases that didn't pass.
fn odd(report: &RegressionReport) -> CiTable {
    let mut table = TextTable::new(&["test", "case", "end", "what happened"]);
    table.left = vec![0, 2, 3];
    for test in &report.tests {
        let odd = test.cases.iter().filter(|case| case.end != CaseEnd::Passed);
        table.rows.extend(odd.map(|case| {
            let end = kind(case).to_owned();
            vec![test.title(), case.name.clone(), end, case.says.clone()]
        }));
    }
    CiTable {
        title: "Not passed".to_owned(),
        table,
    }
}

/// Lists the cases that failed, each with its explanation.
fn faults(test: &TestReport, file: &Path) -> Vec<CiFault> {
    let bad = |case: &&RegressionCase| {
        case.is_failure() || matches!(case.end, CaseEnd::Parked | CaseEnd::Machine)
    };
    let bad = test.cases.iter().filter(bad);
    bad.map(|case| CiFault {
        title: format!("{}: {}", test.title(), case.name),
        what: format!("{}: {}", kind(case), case.says),
        why: case.why.join("\n"),
        file: file.is_relative().then(|| file.to_owned()),
    })
    .collect()
}

fn kind(case: &RegressionCase) -> &'static str {
    if case.regression {
        "regression"
    } else {
        case.end.keyword()
    }
}

fn suite(test: &TestReport) -> CiSuite {
    CiSuite {
        name: test.title(),
        cases: test.cases.iter().map(one).collect(),
    }
}

fn one(case: &RegressionCase) -> ci::CiCase {
    let (kind, message) = (kind(case).to_owned(), case.says.clone());
    let mut text = case.why.join("\n");
    let outcome = match case.end {
        _ if case.is_failure() => CaseOutcome::Failed { kind, message },
        CaseEnd::Passed => CaseOutcome::Passed,
        CaseEnd::Skipped => CaseOutcome::Skipped { message },
        CaseEnd::Parked => CaseOutcome::Failed { kind, message },
        CaseEnd::Unsolved | CaseEnd::Failed => {
            text = format!("{kind}: {message}\n{text}");
            CaseOutcome::Passed
        }
        CaseEnd::Undecided | CaseEnd::Machine => CaseOutcome::Error { kind, message },
    };
    ci::CiCase {
        name: case.name.clone(),
        took: case.took,
        outcome,
        text,
    }
}
