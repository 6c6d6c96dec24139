//! Exit codes, baselines, and outputs that say what the run says.

use serde_json::Value;

use super::{CONFORMANCE, MATCH, SUITE, Sample};

/// The cases of a run: test, case, end.
fn cases(found: &Value) -> Vec<(String, String, String)> {
    let word = |value: &Value| value.as_str().expect("a string").to_owned();
    let tests = found["tests"].as_array().expect("tests");
    let each = tests.iter().flat_map(|test| {
        let title = format!("{} {}", word(&test["kind"]), word(&test["name"]));
        let cases = test["cases"].as_array().expect("cases").iter();
        cases.map(move |case| (title.clone(), word(&case["name"]), word(&case["end"])))
    });
    each.collect()
}

fn ends(found: &Value) -> Vec<String> {
    cases(found).into_iter().map(|(_, _, end)| end).collect()
}

#[test]
fn positions_tell_a_good_commit_from_others() {
    let sample = Sample::new(SUITE);
    sample.go("good");
    let found = sample.run(&[]);
    assert_eq!(found.code, Some(0), "{}{}", found.stdout, found.stderr);
    assert!(
        found.stdout.contains("There is no baseline"),
        "{}",
        found.stdout
    );
    assert!(found.stdout.contains("score 1 of 1"), "{}", found.stdout);
    sample.go("weaker");
    let found = sample.json(&[], 1);
    assert_eq!(ends(&found), ["failed", "failed", "failed"]);
    sample.go("crashing");
    let found = sample.json(&[], 1);
    let says = found["tests"][0]["cases"][0]["says"]
        .as_str()
        .expect("a sentence");
    assert!(says.starts_with("crash: "), "{says}");
    let why = found["tests"][0]["cases"][0]["why"].to_string();
    assert!(why.contains("IndexError"), "{why}");
}

#[test]
fn what_passed_in_the_baseline_must_pass_again() {
    let suite = SUITE.replace("least = 1\n", "").replace("required", "best");
    let sample = Sample::new(&suite.replace("forbidden = [\"a2b2\", \"b1a1\"], ", ""));
    sample.go("weaker");
    // Nothing but unsolved: no failure by itself.
    assert_eq!(ends(&sample.json(&[], 0)), ["unsolved", "unsolved"]);
    sample.go("good");
    let found = sample.run(&["--update"]);
    assert_eq!(found.code, Some(0), "{}{}", found.stdout, found.stderr);
    assert!(
        found.stdout.contains("positions ahead: is new"),
        "{}",
        found.stdout
    );
    let baseline = sample.read("REGRESS.baseline.toml");
    assert!(baseline.contains("score = 2"), "{baseline}");
    sample.go("weaker");
    let found = sample.json(&[], 1);
    assert_eq!(found["tests"][0]["cases"][0]["regression"], true);
    let found = sample.json(&["--update"], 0);
    let changes = found["changes"].to_string();
    assert!(changes.contains("score 2 -> 0"), "{changes}");
    assert!(changes.contains("no longer passes: goes on"), "{changes}");
    assert_eq!(ends(&sample.json(&[], 0)), ["unsolved", "unsolved"]);
}

#[test]
fn matches_against_a_base_are_decided_once() {
    let sample = Sample::new(MATCH);
    sample.go("good");
    let first = sample.json(&[], 0);
    assert_eq!(first["tests"][0]["match"]["verdict"], "h1");
    let databases = sample.databases();
    assert_eq!(databases.len(), 1, "{databases:?}");
    let before = std::fs::read(&databases[0]).expect("games");
    let again = sample.json(&[], 0);
    assert_eq!(again["tests"][0]["match"], first["tests"][0]["match"]);
    assert_eq!(
        std::fs::read(&databases[0]).expect("games"),
        before,
        "nothing is played"
    );
}

#[test]
fn weaker_and_crashing_commits_are_told_apart() {
    let sample = Sample::new(MATCH);
    sample.go("weaker");
    let found = sample.json(&[], 1);
    assert_eq!(found["tests"][0]["match"]["verdict"], "h0");
    sample.go("crashing");
    let found = sample.json(&[], 5);
    assert_eq!(ends(&found), ["parked"]);
    let why = found["tests"][0]["cases"][0]["why"].to_string();
    assert!(why.contains("referee why"), "{why}");
    assert_eq!(sample.databases().len(), 2, "one for each version");
}

#[test]
fn outputs_say_what_the_run_says() {
    let sample = Sample::new(&format!("{SUITE}{CONFORMANCE}"));
    sample.go("weaker");
    let outputs = [
        "--junit",
        "r.xml",
        "--markdown",
        "r.md",
        "--metrics",
        "r.txt",
    ];
    let found = sample.json(&outputs, 1);
    let cases = cases(&found);
    let xml = sample.read("r.xml");
    let count = |end: &str| cases.iter().filter(|(_, _, own)| own == end).count();
    assert_eq!(xml.matches("<testcase ").count(), cases.len());
    assert_eq!(xml.matches("<failure ").count(), count("failed"));
    assert_eq!(xml.matches("<skipped").count(), count("skipped"));
    for (test, case, _) in &cases {
        assert!(
            xml.contains(&format!("name=\"{case}\" classname=\"{test}\"")),
            "{case}: {xml}"
        );
    }
    let (page, metrics) = (sample.read("r.md"), sample.read("r.txt"));
    for end in ["passed", "failed", "skipped"] {
        let lines = metrics
            .lines()
            .filter(|line| line.contains(&format!("end=\"{end}\"")));
        let numbers = lines.filter_map(|line| line.rsplit(' ').next()?.parse::<usize>().ok());
        assert_eq!(numbers.sum::<usize>(), count(end), "{metrics}");
    }
    assert!(page.contains("(exit code 1)"), "{page}");
    assert!(
        page.contains(&format!("{} passed", count("passed"))),
        "{page}"
    );
}

#[test]
fn annotations_stand_beside_the_file() {
    let sample = Sample::new(SUITE);
    sample.go("weaker");
    let mut command = sample.command(&[]);
    command
        .env("GITHUB_ACTIONS", "true")
        .env("GITHUB_STEP_SUMMARY", sample.path("summary.md"));
    let found = crate::git::ended(command);
    assert_eq!(found.code, Some(1), "{}", found.stderr);
    let orders: Vec<&str> = found
        .stdout
        .lines()
        .filter(|line| line.starts_with("::error"))
        .collect();
    assert_eq!(
        orders.len(),
        4,
        "a verdict and three faults: {}",
        found.stdout
    );
    assert!(orders[1].contains(",file=REGRESS.toml::"), "{}", orders[1]);
    let summary = sample.read("summary.md");
    assert!(summary.contains("it played b1a1"), "{summary}");
}

#[test]
fn files_that_cannot_be_used_are_refused() {
    let refused = |tests: &str, expected: &str| {
        let found = Sample::new(tests).run(&[]);
        assert_eq!(found.code, Some(2), "{}", found.stderr);
        assert!(found.stderr.contains(expected), "{}", found.stderr);
    };
    refused("", "it tests nothing");
    refused(
        &SUITE.replace("least = 1", "least = 2"),
        "least = 2: only 1",
    );
    refused(&SUITE.replace("a2a3", "a2a4"), "isn't legal");
    refused(&SUITE.replace("not aside", "goes on"), "is given twice");
    refused(
        &SUITE.replace("forbidden", "forbiden"),
        "did you mean `forbidden`?",
    );
}
