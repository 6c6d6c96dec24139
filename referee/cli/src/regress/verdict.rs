//! The report as a verdict for machines and pull requests.

use std::path::Path;

use super::model::{Case, End, Report, Test};
use super::text::says;
use crate::duel::course::drawn;
use crate::duel::facts::asks;
use crate::exit::Exit;
use crate::layout::count;
use crate::outputs::{self, Fault, Kind, Metric, Outcome, Suite, Table, Verdict};
use crate::report::{Sheet, strength};

/// Failures that are told in full.
const TOLD: usize = 20;

/// How it ended, in a few words.
pub fn word(report: &Report) -> String {
    let of = |end: End| report.count(end);
    let failures = report.cases().filter(|case| case.is_failure()).count() as u64;
    let regressions = report.cases().filter(|case| case.regression).count() as u64;
    let mut parts = vec![
        format!("{} passed", of(End::Passed)),
        count(failures, "failure"),
    ];
    if regressions > 0 {
        parts.push(count(regressions, "regression"));
    }
    for end in [End::Undecided, End::Parked, End::Skipped, End::Machine] {
        if of(end) > 0 {
            parts.push(format!("{} {}", of(end), end.word()));
        }
    }
    let text = parts.join(", ");
    match report.exit() {
        Exit::Interrupted => format!("interrupted: {text}"),
        _ => text,
    }
}

/// What the tests came to; `file` is theirs.
pub fn verdict(report: &Report, file: &Path) -> Verdict {
    let faults: Vec<Fault> = report
        .tests
        .iter()
        .flat_map(|test| faults(test, file))
        .collect();
    let more = faults.len().saturating_sub(TOLD);
    let warnings = report.tests.iter().filter_map(|test| test.games.as_ref());
    let warnings = warnings.flat_map(|found| found.warnings.iter().cloned());
    let mut sentences: Vec<String> = warnings.collect();
    sentences.extend(report.remarks.iter().cloned());
    sentences.extend(report.changes.iter().cloned());
    Verdict {
        command: "regress",
        name: report.bot.clone(),
        word: word(report),
        exit: report.exit(),
        took: report.took,
        sentences,
        tables: vec![tests(report), matches(report), odd(report)],
        course: courses(report),
        faults: faults.into_iter().take(TOLD).collect(),
        more,
        suites: report.tests.iter().map(suite).collect(),
        metrics: metrics(report),
    }
}

fn tests(report: &Report) -> Table {
    let mut sheet = Sheet::new(&["#", "test", "passed", "of", "what it came to"]);
    sheet.left = vec![4];
    sheet.rows = (1..)
        .zip(&report.tests)
        .map(|(number, test)| {
            let passed = test.cases.iter().filter(|case| case.end == End::Passed);
            let (passed, of) = (passed.count(), test.cases.len());
            let numbers = [number, passed, of].map(|n| n.to_string());
            let [number, passed, of] = numbers;
            vec![number, test.title(), passed, of, says(test)]
        })
        .collect();
    Table {
        title: "Tests".to_owned(),
        sheet,
    }
}

fn matches(report: &Report) -> Table {
    let mut sheet = Sheet::new(&[
        "#", "match", "test", "games", "won", "drawn", "lost", "pairs", "Elo", "LLR", "bounds",
        "verdict",
    ]);
    sheet.left = vec![2, 11];
    let found = report.tests.iter().filter_map(|test| test.games.as_ref());
    sheet.rows = (1..)
        .zip(found)
        .map(|(number, found)| {
            let elo = found.strength.as_ref();
            let elo = elo.map_or("-".to_owned(), |own| strength::elo(own, 1));
            let (llr, bounds) = found.test.map_or_else(Default::default, |own| {
                let bounds = format!("{:.2}, {:.2}", own.lower, own.upper);
                (format!("{:.2}", own.llr), bounds)
            });
            let counts = [found.games, found.wins, found.draws, found.losses];
            let asks = found.test.as_ref().map(asks).unwrap_or_default();
            let mut row = vec![number.to_string(), found.bots.join(" against "), asks];
            row.extend(counts.map(|n| n.to_string()));
            row.push(format!("{:?}", found.pentanomial));
            row.extend([elo, llr, bounds, found.says.clone()]);
            row
        })
        .collect();
    Table {
        title: "Matches".to_owned(),
        sheet,
    }
}

/// The courses of the matches, each under its name.
fn courses(report: &Report) -> String {
    let each = report.tests.iter().filter_map(|test| {
        let found = test.games.as_ref()?;
        let course = found.test.as_ref().map(|own| drawn(own, &found.course))?;
        (!course.is_empty()).then(|| format!("{}\n{course}", test.title()))
    });
    each.collect::<Vec<_>>().join("\n")
}

/// The cases that didn't pass.
fn odd(report: &Report) -> Table {
    let mut sheet = Sheet::new(&["test", "case", "end", "what happened"]);
    sheet.left = vec![0, 2, 3];
    for test in &report.tests {
        let odd = test.cases.iter().filter(|case| case.end != End::Passed);
        sheet.rows.extend(odd.map(|case| {
            let end = kind(case).to_owned();
            vec![test.title(), case.name.clone(), end, case.says.clone()]
        }));
    }
    Table {
        title: "Not passed".to_owned(),
        sheet,
    }
}

/// What failed, with what explains it.
fn faults(test: &Test, file: &Path) -> Vec<Fault> {
    let bad = |case: &&Case| case.is_failure() || matches!(case.end, End::Parked | End::Machine);
    let bad = test.cases.iter().filter(bad);
    bad.map(|case| Fault {
        title: format!("{}: {}", test.title(), case.name),
        what: format!("{}: {}", kind(case), case.says),
        why: case.why.join("\n"),
        file: file.is_relative().then(|| file.to_owned()),
    })
    .collect()
}

fn kind(case: &Case) -> &'static str {
    if case.regression {
        "regression"
    } else {
        case.end.word()
    }
}

fn suite(test: &Test) -> Suite {
    Suite {
        name: test.title(),
        cases: test.cases.iter().map(one).collect(),
    }
}

fn one(case: &Case) -> outputs::Case {
    let (kind, message) = (kind(case).to_owned(), case.says.clone());
    let mut text = case.why.join("\n");
    let outcome = match case.end {
        _ if case.is_failure() => Outcome::Failed { kind, message },
        End::Passed => Outcome::Passed,
        End::Skipped => Outcome::Skipped { message },
        End::Parked => Outcome::Failed { kind, message },
        End::Unsolved | End::Failed => {
            text = format!("{kind}: {message}\n{text}");
            Outcome::Passed
        }
        End::Undecided | End::Machine => Outcome::Error { kind, message },
    };
    outputs::Case {
        name: case.name.clone(),
        took: case.took,
        outcome,
        text,
    }
}

fn metrics(report: &Report) -> Vec<Metric> {
    let labels = |test: &Test| {
        vec![
            ("name", report.bot.clone()),
            ("kind", test.kind.word().to_owned()),
            ("test", test.name.clone()),
        ]
    };
    let mut cases = Vec::new();
    let mut regressions = Vec::new();
    let (mut score, mut positions) = (Vec::new(), Vec::new());
    let (mut games, mut llr) = (Vec::new(), Vec::new());
    for test in &report.tests {
        for end in End::ALL {
            let own = test.cases.iter().filter(|case| case.end == end).count();
            let label = ("end", end.word().to_owned());
            cases.push(([labels(test), vec![label]].concat(), number(own as u64)));
        }
        let worse = test.cases.iter().filter(|case| case.regression).count();
        regressions.push((labels(test), number(worse as u64)));
        if let Some(own) = test.score {
            score.push((labels(test), number(own.solved)));
            positions.push((labels(test), number(own.of)));
        }
        if let Some(own) = &test.games {
            let results = [
                ("won", own.wins),
                ("drawn", own.draws),
                ("lost", own.losses),
            ];
            games.extend(results.map(|(word, n)| {
                let label = ("result", word.to_owned());
                ([labels(test), vec![label]].concat(), number(n))
            }));
            llr.extend(own.test.map(|own| (labels(test), own.llr)));
        }
    }
    let family = |name, kind, help, samples| Metric {
        name,
        kind,
        unit: "",
        help,
        samples,
    };
    let mut families = vec![
        family(
            "cases",
            Kind::Counter,
            "Cases that were tried, by their end",
            cases,
        ),
        family(
            "regressions",
            Kind::Counter,
            "Cases that passed in the baseline",
            regressions,
        ),
        family("score", Kind::Gauge, "Positions that were solved", score),
        family(
            "positions",
            Kind::Gauge,
            "Positions that can be solved: those with best moves",
            positions,
        ),
        family(
            "games",
            Kind::Counter,
            "Games of matches that count, by result",
            games,
        ),
        family(
            "llr",
            Kind::Gauge,
            "The log-likelihood ratio of a match",
            llr,
        ),
    ];
    families.retain(|own| !own.samples.is_empty());
    families
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn number(n: u64) -> f64 {
    n as f64
}
