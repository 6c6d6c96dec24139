//! What machines and pull requests read of the good, the weaker and the crashing commit: read back by
//! other programs, compared with the run's own JSON, and with what is stored.

use std::path::Path;

use expect_test::expect_file;
use serde_json::Value;

use super::{CONFORMANCE, MATCH, SUITE, Sample, cases};
use crate::kit::ended;
use crate::readers::{python, read};

/// The commits, with what a regression test of each ends with.
const COMMITS: [(&str, i32); 3] = [("good", 0), ("weaker", 1), ("crashing", 5)];

/// What a run gave: its JSON, and what it wrote.
struct Found {
    json: Value,
    annotations: String,
    junit: String,
    page: String,
}

impl Found {
    fn of(sample: &Sample, commit: &str, code: i32) -> Found {
        sample.go(commit);
        let written = ["junit", "markdown"].map(|name| (format!("--{name}"), format!("r.{name}")));
        let mut args: Vec<&str> = written
            .iter()
            .flat_map(|(key, file)| [&**key, &**file])
            .collect();
        args.extend(["--json", "--annotations"]);
        let run = ended(sample.command(&args));
        assert_eq!(run.code, Some(code), "{}{}", run.stdout, run.stderr);
        let orders = run.stderr.lines().filter(|line| {
            ["::error", "::warning", "::notice"]
                .iter()
                .any(|start| line.starts_with(start))
        });
        Found {
            json: serde_json::from_str(&run.stdout).expect("JSON"),
            annotations: orders.collect::<Vec<_>>().join("\n") + "\n",
            junit: sample.read("r.junit"),
            page: sample.read("r.markdown"),
        }
    }
}

/// The text is as stored.
fn same_as_stored(file: &str, text: &str) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/regress/golden");
    let text = steady(text);
    expect_file![golden.join(file)].assert_eq(&text);
}

/// Without what differs between machines: the marks under a line of Python, which came with 3.11, and the
/// hash of what is played.
fn steady(text: &str) -> String {
    let stem = ".against-the-first.";
    let mut parts = text.split(stem);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        whole += stem;
        whole += part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    let marks = |line: &str| {
        let complaint = line.strip_prefix("stderr: ");
        complaint.is_some_and(|complaint_text| complaint_text.chars().all(|c| " ~^".contains(c)))
    };
    let lines = |text: &str, end: &str| {
        let kept: Vec<&str> = text.split(end).filter(|line| !marks(line)).collect();
        kept.join(end)
    };
    lines(&lines(&whole, "\n"), "%0A")
}

#[test]
fn outputs_say_what_the_run_says() {
    let sample = Sample::new(&format!("{SUITE}{CONFORMANCE}{MATCH}"));
    for (commit, code) in COMMITS {
        let results = Found::of(&sample, commit, code);
        same_as_stored(&format!("{commit}.md"), &results.page);
        same_as_stored(&format!("{commit}.annotations"), &results.annotations);
        junit_agrees(&results);
    }
}

/// Each case has its name, its suite and its end.
fn junit_agrees(results: &Found) {
    let Some(python) = python("outputs_say_what_the_run_says", "junitparser") else {
        return;
    };
    let program = "
import json, sys
from junitparser import JUnitXml
xml = JUnitXml.fromfile(sys.argv[1])
print(json.dumps([[s.name, c.name, [type(r).__name__ for r in c.result]] for s in xml for c in s]))";
    let expected: Vec<Value> = cases(&results.json)
        .into_iter()
        .map(|(suite, case, end)| {
            let result = match &*end {
                "passed" | "unsolved" => vec![],
                "skipped" => vec!["Skipped"],
                "undecided" | "machine" => vec!["Error"],
                _ => vec!["Failure"],
            };
            serde_json::json!([suite, case, result])
        })
        .collect();
    assert_eq!(
        read(python, program, &results.junit),
        Value::Array(expected),
        "{}",
        results.junit
    );
}

#[test]
fn a_runner_finds_annotations_and_the_page_by_itself() {
    let sample = Sample::new(SUITE);
    sample.go("weaker");
    let mut command = sample.command(&[]);
    command
        .env("GITHUB_ACTIONS", "true")
        .env("GITHUB_STEP_SUMMARY", sample.path("summary.md"));
    let run = ended(command);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let orders: Vec<&str> = run
        .stdout
        .lines()
        .filter(|line| line.starts_with("::error"))
        .collect();
    assert_eq!(
        orders.len(),
        4,
        "a verdict and three faults: {}",
        run.stdout
    );
    assert!(orders[1].contains(",file=REGRESS.toml::"), "{}", orders[1]);
    let summary = sample.read("summary.md");
    assert!(summary.contains("it played b1a1"), "{summary}");
}
