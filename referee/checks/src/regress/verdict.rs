//! Turns the report into one for CI and pull requests.

use std::path::Path;

use referee_output::Exit;
use referee_output::text_layout::count;
use referee_report::ci::{self, CaseOutcome, CheckReport, CiFault, CiSuite};
use referee_report::columns::Columns;
use referee_report::document::{Block, Section};
use referee_report::head_to_head::MatchReport;
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
        sections: vec![
            tests(report),
            matches(report),
            odd(report),
            Section::new("", vec![Block::Verbatim(courses(report))]),
        ],
        faults: faults.into_iter().take(TOLD).collect(),
        more,
        suites: report.tests.iter().map(suite).collect(),
    }
}

fn tests(report: &RegressionReport) -> Section {
    let passed = |test: &TestReport| {
        test.cases
            .iter()
            .filter(|case| case.end == CaseEnd::Passed)
            .count()
    };
    let mut columns = Columns::<(usize, &TestReport)>::default();
    columns.people("#", |(number, _)| *number);
    columns.people("test", |(_, test)| test.title()).left();
    columns.people("passed", |(_, test)| passed(test));
    columns.people("of", |(_, test)| test.cases.len());
    columns
        .people("what it came to", |(_, test)| says(test))
        .left();
    Section::new(
        "Tests",
        vec![Block::Table(
            columns.table(&(1..).zip(&report.tests).collect::<Vec<_>>()),
        )],
    )
}

fn matches(report: &RegressionReport) -> Section {
    let mut columns = Columns::<(usize, &MatchReport)>::default();
    columns.people("#", |(number, _)| *number);
    columns
        .people("match", |(_, played)| played.bots.join(" against "))
        .left();
    columns
        .people("test", |(_, played)| played.test.as_ref().map(asks))
        .left();
    columns.people("games", |(_, played)| played.games);
    columns.people("won", |(_, played)| played.wins);
    columns.people("drawn", |(_, played)| played.draws);
    columns.people("lost", |(_, played)| played.losses);
    columns.people("pairs", |(_, played)| format!("{:?}", played.pentanomial));
    columns.people("Elo", |(_, played)| {
        played
            .strength
            .as_ref()
            .map_or("-".to_owned(), |strength| strength::elo(strength, 1))
    });
    columns.people("LLR", |(_, played)| {
        played.test.map(|test| format!("{:.2}", test.llr))
    });
    columns.people("bounds", |(_, played)| {
        played
            .test
            .map(|test| format!("{:.2}, {:.2}", test.lower, test.upper))
    });
    columns
        .people("verdict", |(_, played)| played.says.as_str())
        .left();
    let played = report.tests.iter().filter_map(|test| test.games.as_deref());
    Section::new(
        "Matches",
        vec![Block::Table(
            columns.table(&(1..).zip(played).collect::<Vec<_>>()),
        )],
    )
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
fn odd(report: &RegressionReport) -> Section {
    let mut columns = Columns::<(&TestReport, &RegressionCase)>::default();
    columns.people("test", |(test, _)| test.title()).left();
    columns
        .people("case", |(_, case)| case.name.as_str())
        .left();
    columns.people("end", |(_, case)| kind(case)).left();
    columns
        .people("what happened", |(_, case)| case.says.as_str())
        .left();
    let cases = report
        .tests
        .iter()
        .flat_map(|test| test.cases.iter().map(move |case| (test, case)));
    let odd: Vec<_> = cases
        .filter(|(_, case)| case.end != CaseEnd::Passed)
        .collect();
    Section::new("Not passed", vec![Block::Table(columns.table(&odd))])
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
