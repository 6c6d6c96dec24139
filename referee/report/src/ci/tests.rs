//! Writes each output for two verdicts, a plain one and one full of hostile text; compares them with the
//! stored files, and reads them back with other programs where these are installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[path = "../../../../tests/readers.rs"]
mod readers;
#[path = "../../../../tests/skip.rs"]
mod skip;

use expect_test::expect_file;
use readers::{python, read};
use referee_build::is_output;
use referee_output::Exit;
use referee_output::sanitize::is_unfit;

use super::annotations::annotations;
use super::junit::junit;
use super::markdown::markdown;
use super::*;
use crate::document::{Block, Section, Table, TableCell};

/// Hostile text, of which the texts of the bad verdict are made.
const BAD: &str = "\u{1b}[31m@you #1 https://evil.example | a\r\n::error::x\n%0A ```` <img src=x> \
                   ]]> \"} 1\n# EOF\n\u{202e}=1+1 ##[error]x \u{fffe}";

fn cases(text: &str) -> Vec<CiCase> {
    let case = |name: &str, outcome: CaseOutcome, text: &str| CiCase {
        name: format!("{name} {text}").trim().to_owned(),
        took: Duration::from_millis(1500),
        outcome,
        text: text.to_owned(),
    };
    let (kind, message) = ("late".to_owned(), text.to_owned());
    let failed = CaseOutcome::Failed {
        kind: kind.clone(),
        message: message.clone(),
    };
    vec![
        case("fine", CaseOutcome::Passed, text),
        case(
            "left out",
            CaseOutcome::Skipped {
                message: message.clone(),
            },
            "",
        ),
        case("failed", failed, text),
        case("broken", CaseOutcome::Error { kind, message }, text),
    ]
}

fn verdict(text: &str) -> CheckReport {
    let row = ["1", text, "-12.5", "x"];
    let table = Table {
        head: ["#", "bot", "Elo", text].map(str::to_owned).to_vec(),
        rows: vec![row.map(|text| TableCell::from(text.to_owned())).to_vec()],
        left: vec![1],
        ..Table::default()
    };
    let course = format!("pairs  LLR\n  100  0.52\n  200  2.95 {text}");
    CheckReport {
        command: "sprt",
        name: format!("new {text} against base"),
        summary: "H1: stronger".to_owned(),
        exit: Exit::Undecided,
        took: Duration::from_secs(90),
        sentences: vec![
            "3 of 812 games ended by a fault.".to_owned(),
            text.to_owned(),
        ],
        sections: vec![
            Section::new(format!("Games {text}"), vec![Block::Table(table)]),
            Section::new("", vec![Block::Verbatim(course)]),
        ],
        faults: (1..=12)
            .map(|game| CiFault {
                title: format!("game {game} A {text}"),
                what: format!("illegal-move: {text}"),
                why: format!("referee why RUN.db {game} A\nstderr: {text}"),
                file: (game == 1).then(|| PathBuf::from(format!("bots/{text}.py"))),
            })
            .collect(),
        more: 3,
        suites: vec![
            CiSuite {
                name: format!("positions {text}"),
                cases: cases(text),
            },
            CiSuite {
                name: "matches".to_owned(),
                cases: Vec::new(),
            },
        ],
    }
}

type Writer = fn(&CheckReport) -> String;

const WRITERS: [(&str, Writer); 3] = [
    ("xml", |report| {
        junit(&report.name, &report.suites, report.took).expect("XML")
    }),
    ("md", markdown),
    ("annotations", annotations),
];

#[test]
fn every_output_is_as_stored() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/outputs");
    for (name, text) in [("plain", "fox"), ("hostile", BAD)] {
        for (ending, write) in WRITERS {
            let shown = write(&verdict(text));
            assert!(!shown.contains(|c| is_unfit(c) && c != '\n'), "{shown:?}");
            expect_file![golden.join(format!("{name}.{ending}"))].assert_eq(&shown);
        }
    }
}

#[test]
fn texts_of_runs_are_known_by_their_first_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("written");
        file
    };
    for (text, ours) in [
        ("../my cup.toml with seed 5\n", true),
        ("../cup.toml with seed 5\njail: off\n", true),
        ("match of ann@3f against first with seed 5\n", true),
        (
            "#  bot  points  games  W  D  L     %\n1  a  1  2  0  2  0  50.0\n",
            true,
        ),
        ("#  bot  rung  points  W  L\n1  a  1  1  2  0\n", true),
        (
            "# bot match points game points Buchholz points games W D L\n1 a 1 1 1 1 2 0 2 0\n",
            true,
        ),
        (
            "#  name  points  games  W  D  L  norm.  mark\n1  Ann  1  2  0  2  0  1.00  3\n",
            true,
        ),
        ("#  name  points  games  W  D  L\n", false),
        ("#  bot  points  games  W  D  L\ne2e4 e7e5\n", false),
        ("#  bot  points  games  weight\n1  a  2  3\n", false),
        (
            "#  move  points  games  W  D  L\n1  a  2  3  1  1  1\n",
            false,
        ),
        ("{\"header\":{\"format\":5,", false),
        ("random openings with seed 5\n", false),
        ("cup.toml with seed five\n", false),
        ("#  bot that counts points\n", false),
        ("{\"header\": {\"format\": 2}}", false),
    ] {
        assert_eq!(is_output(&write("x", text)), ours, "{text}");
    }
    // A file whose only neighbour is a log.
    let errors = write("000007.2-A-a.b.stderr", "any text");
    assert!(!is_output(&errors));
    write("000007.2-A-a.b.log", "");
    assert!(is_output(&errors));
    write("notes.log", "");
    assert!(!is_output(&write("notes.stderr", "x")));
}

#[test]
fn outputs_are_known_by_how_they_begin() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x");
    for text in ["fox", BAD] {
        for (ending, write) in WRITERS {
            fs::write(&file, write(&verdict(text))).expect("written");
            assert_eq!(is_output(&file), ending != "annotations", "{ending}");
        }
    }
    for text in [
        "",
        "## ref",
        "# A bot\n## referee match: x",
        "<?xml version=\"1.0\"?>",
    ] {
        fs::write(&file, text).expect("written");
        assert!(!is_output(&file), "{text}");
    }
    assert!(!is_output(folder.path()) && !is_output(&folder.path().join("none")));
}

#[test]
fn a_runner_takes_one_order_a_line() {
    for text in ["fox", BAD] {
        let shown = annotations(&verdict(text));
        let orders: Vec<&str> = shown.lines().collect();
        assert_eq!(orders.len(), 10, "the verdict and nine faults: {shown}");
        assert!(
            orders[0].starts_with("::warning title=referee sprt::"),
            "{shown}"
        );
        assert!(orders[0].contains("%0A6 more faults"), "{shown}");
        let is_error = |line: &&str| line.starts_with("::error title=referee sprt%3A game ");
        assert!(orders[1..].iter().all(is_error), "{shown}");
    }
}

#[test]
fn junitparser_reads_the_same_cases() {
    let Some(python) = python("junitparser_reads_the_same_cases", "junitparser") else {
        return;
    };
    let program = "
import json, sys
from junitparser import JUnitXml
xml = JUnitXml.fromfile(sys.argv[1])
print(json.dumps([[s.name, s.tests, s.failures, s.errors, s.skipped, s.time,
    [[c.name, c.classname, [[type(r).__name__, r.type, r.message, r.text] for r in c.result],
      c.system_out] for c in s]] for s in xml]))";
    for text in ["fox", BAD] {
        let report = verdict(text);
        let clean = referee_output::sanitize::xml(text);
        let line = clean.replace('\n', " ");
        let shown = junit(&report.name, &report.suites, report.took).expect("XML");
        let suite = format!("positions {line}");
        let expected = serde_json::json!([
            [
                suite,
                4,
                1,
                1,
                1,
                6.0,
                [
                    [format!("fine {line}"), suite, [], clean],
                    ["left out", suite, [["Skipped", null, line, null]], null],
                    [
                        format!("failed {line}"),
                        suite,
                        [["Failure", "late", line, clean]],
                        null
                    ],
                    [
                        format!("broken {line}"),
                        suite,
                        [["Error", "late", line, clean]],
                        null
                    ],
                ]
            ],
            ["matches", 0, 0, 0, 0, 0.0, []],
        ]);
        assert_eq!(read(python, program, &shown), expected, "{shown}");
    }
}
