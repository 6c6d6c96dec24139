//! The checklist as a verdict for machines and pull requests.

use std::time::Duration;

use super::case::{Case, Finding, Flaw};
use super::show::{advice, summary};
use crate::exit::Exit;
use crate::layout::count;
use crate::outputs::{self, Fault, Kind, Metric, Outcome, Suite, Table, Verdict};
use crate::report::Sheet;

/// Faults that are told in full.
const TOLD: usize = 20;

/// What the cases of a bot came to.
pub fn verdict(bot: &str, cases: &[Case], took: Duration) -> Verdict {
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
    Verdict {
        command: "check",
        name: bot.to_owned(),
        word: match exit {
            Exit::Undecided => "undecided".to_owned(),
            _ => count(number as u64, "fault"),
        },
        exit,
        took,
        sentences,
        tables: vec![Table {
            title: String::new(),
            sheet: sheet(cases),
        }],
        course: String::new(),
        faults: faults.take(TOLD).collect(),
        more: number.saturating_sub(TOLD),
        suites: suites(cases),
        metrics: metrics(bot, cases),
    }
}

/// The cases that weren't passed as they should be.
fn sheet(cases: &[Case]) -> Sheet {
    let mut sheet = Sheet::new(&["group", "case", "finding", "what the bot has to do"]);
    let odd = cases
        .iter()
        .filter(|case| !matches!(case.finding, Finding::Fine { .. }));
    sheet.rows = odd
        .map(|case| {
            let (group, name, title) = (case.group, case.name, case.title);
            let found = words(case);
            vec![group.to_owned(), name.to_owned(), found, title.to_owned()]
        })
        .collect();
    sheet.left = vec![0, 2, 3];
    sheet
}

fn words(case: &Case) -> String {
    match &case.finding {
        Finding::Fine { .. } => "fine".to_owned(),
        Finding::Skipped { .. } => "skipped".to_owned(),
        Finding::Undecided { .. } => "undecided".to_owned(),
        Finding::Hint(flaw) | Finding::Fault(flaw) => flaw.words(),
    }
}

fn fault(case: &Case) -> Option<Fault> {
    let Finding::Fault(flaw) = &case.finding else {
        return None;
    };
    Some(Fault {
        title: format!("{} {} ({})", case.group, case.name, flaw.words()),
        what: flaw.what.clone(),
        why: told(flaw),
        file: None,
    })
}

fn suites(cases: &[Case]) -> Vec<Suite> {
    let groups = cases.chunk_by(|one, next| one.group == next.group);
    groups
        .map(|own| Suite {
            name: own.first().map_or("", |case| case.group).to_owned(),
            cases: own.iter().map(one).collect(),
        })
        .collect()
}

fn one(case: &Case) -> outputs::Case {
    let (outcome, text) = match &case.finding {
        Finding::Fine { .. } => (Outcome::Passed, String::new()),
        Finding::Hint(flaw) => (Outcome::Passed, format!("{}\n{}", flaw.what, told(flaw))),
        Finding::Skipped { because } => {
            let message = because.clone();
            (Outcome::Skipped { message }, String::new())
        }
        Finding::Undecided { because, .. } => {
            let (kind, message) = ("undecided".to_owned(), because.clone());
            (Outcome::Error { kind, message }, String::new())
        }
        Finding::Fault(flaw) => {
            let (kind, message) = (flaw.mistake.word().to_owned(), flaw.what.clone());
            let outcome = Outcome::Failed { kind, message };
            let verdict = flaw.verdict.map(|word| format!("verdict: {word}\n"));
            (outcome, verdict.unwrap_or_default() + &told(flaw))
        }
    };
    outputs::Case {
        name: format!("{}: {}", case.name, case.title),
        took: case.took,
        outcome,
        text,
    }
}

/// All that helps to mend it.
fn told(flaw: &Flaw) -> String {
    mend(flaw).join("\n")
}

/// The same in lines.
pub fn mend(flaw: &Flaw) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, own) in [("sent", &flaw.sent), ("came", &flaw.came)] {
        lines.extend(own.iter().map(|line| format!("{name}: {line}")));
    }
    lines.push(format!("expected: {}", flaw.expected));
    lines.push(format!("see: {}", flaw.see));
    lines.push(format!("likely: {}", flaw.likely));
    lines.extend(flaw.stderr.iter().map(|line| format!("stderr: {line}")));
    lines
}

type IsFinding = fn(&Finding) -> bool;

fn metrics(bot: &str, cases: &[Case]) -> Vec<Metric> {
    let findings: [(&str, IsFinding); 5] = [
        ("fine", |found| matches!(found, Finding::Fine { .. })),
        ("fault", Finding::is_fault),
        ("hint", |found| matches!(found, Finding::Hint(_))),
        ("skipped", |found| matches!(found, Finding::Skipped { .. })),
        ("undecided", Finding::is_undecided),
    ];
    let sample = |(word, is): (&str, IsFinding)| {
        let number = cases.iter().filter(|case| is(&case.finding)).count();
        let labels = vec![("name", bot.to_owned()), ("finding", word.to_owned())];
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53")]
        (labels, number as f64)
    };
    vec![Metric {
        name: "cases",
        kind: Kind::Counter,
        unit: "",
        help: "Cases that were tried, by what was found",
        samples: findings.into_iter().map(sample).collect(),
    }]
}
