//! Exit codes, baselines, matches, and files that can't be used.

use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use super::{BOT, MATCH, SUITE, Sample, cases, databases};
use crate::kit::ended;

fn ends(report: &Value) -> Vec<String> {
    cases(report).into_iter().map(|(_, _, end)| end).collect()
}

#[test]
fn positions_tell_a_good_commit_from_others() {
    let sample = Sample::new(SUITE);
    sample.go("good");
    let output = sample.run(&[]);
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
    assert!(
        output.stdout.contains("There is no baseline"),
        "{}",
        output.stdout
    );
    assert!(output.stdout.contains("score 1 of 1"), "{}", output.stdout);
    sample.go("weaker");
    let report = sample.json(&[], 1);
    assert_eq!(ends(&report), ["failed", "failed", "failed"]);
    sample.go("crashing");
    let report = sample.json(&[], 1);
    let says = report["tests"][0]["cases"][0]["says"]
        .as_str()
        .expect("a sentence");
    assert!(says.starts_with("crash: "), "{says}");
    let why = report["tests"][0]["cases"][0]["why"].to_string();
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
    let output = sample.run(&["--update"]);
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
    assert!(
        output.stdout.contains("positions ahead: is new"),
        "{}",
        output.stdout
    );
    let baseline = sample.read("REGRESS.baseline.toml");
    assert!(baseline.contains("score = 2"), "{baseline}");
    sample.go("weaker");
    let report = sample.json(&[], 1);
    assert_eq!(report["tests"][0]["cases"][0]["regression"], true);
    let report = sample.json(&["--update"], 0);
    let changes = report["changes"].to_string();
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
fn a_match_that_may_not_go_on_is_undecided() {
    let sample = Sample::new(&MATCH.replace("games = 100", "games = 4"));
    sample.go("good");
    let report = sample.json(&[], 4);
    assert_eq!(ends(&report), ["undecided"]);
    assert_eq!(report["tests"][0]["match"]["games"], 4);
}

#[test]
fn a_higher_cap_goes_on_with_the_games() {
    let sample = Sample::new(&MATCH.replace("games = 100", "games = 4"));
    sample.go("good");
    sample.json(&[], 4);
    let text = sample.read("REGRESS.toml");
    sample
        .0
        .write("REGRESS.toml", &text.replace("games = 4", "minutes = 60"));
    let report = sample.json(&[], 0);
    assert_eq!(report["tests"][0]["match"]["verdict"], "h1");
    assert_eq!(sample.databases().len(), 1);
}

#[test]
fn games_are_kept_where_the_file_says_apart_for_each_version() {
    let elsewhere = MATCH.replace("games = 100", "games = 2\nresults = 'kept'");
    let sample = Sample::new(&elsewhere);
    for commit in ["good", "weaker"] {
        sample.go(commit);
        sample.json(&[], 4);
    }
    assert_eq!(databases(&sample.path("kept")).len(), 2);
    assert!(!sample.path(".referee").exists());
}

#[test]
fn a_bot_is_not_tested_against_itself() {
    let sample = Sample::new(MATCH);
    sample.go("first");
    let report = sample.json(&[], 0);
    assert_eq!(ends(&report), ["skipped"]);
    let says = report["tests"][0]["cases"][0]["says"].as_str();
    assert_eq!(says, Some("the base is the same bot"));
    assert!(sample.databases().is_empty());
}

#[test]
fn a_branch_that_moves_on_is_the_same_base_to_the_end() {
    let again = MATCH.replace("against the first", "again");
    let tests = format!("{MATCH}{again}").replace("git:first", "git:base");
    let sample = Sample::new(&tests.replace("games = 100", "games = 2"));
    // The bot under test has it moved, as somebody else might: it is let out of its jail.
    sample.0.git(&["branch", "base", "first"]);
    sample.go("good");
    let folder = sample.path("");
    let moving = format!(
        "import subprocess\nsubprocess.run(['git', '-C', {:?}, 'update-ref', 'refs/heads/base', \
         'weaker'])\n",
        folder.display().to_string()
    );
    let bot = sample.read("bot/bot.py");
    sample.0.write("bot/bot.py", &(moving + &bot));
    let report = sample.json(&["--jail", "off"], 4);
    assert_eq!(sample.0.id("base"), sample.0.id("weaker"), "it has moved");
    let base = format!("bot@{}", sample.0.short("first"));
    for test in report["tests"].as_array().expect("tests") {
        assert_eq!(test["match"]["bots"][1], base.as_str());
    }
}

#[test]
fn an_interrupted_match_goes_on_to_the_same_verdict() {
    // Each game lasts long enough to be interrupted.
    let slow = "(time.sleep(0.01), max(legal, key=worth))[1]";
    let undisturbed = Sample::new(MATCH);
    let sample = Sample::new(MATCH);
    for each in [&undisturbed, &sample] {
        each.0.write(
            "bot/bot.py",
            &format!("import time\n{}", BOT.replace("CHOICE", slow)),
        );
    }
    let unjailed = ["--jail", "off"];
    let expected = undisturbed.json(&unjailed, 0);
    let mut child = sample.command(&unjailed).spawn().expect("it starts");
    while sample.games() == 0 {
        let ended = child.try_wait().expect("it is ours");
        assert!(ended.is_none(), "it ended before a game");
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.expect("kill").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let before = sample.games();
    let report = sample.json(&unjailed, 0);
    assert_eq!(report["tests"][0]["match"], expected["tests"][0]["match"]);
    assert!(
        before < sample.games(),
        "it ended before it was interrupted"
    );
    assert_eq!(sample.databases().len(), 1);
}

#[test]
fn weaker_and_crashing_commits_are_told_apart() {
    let sample = Sample::new(MATCH);
    sample.go("weaker");
    let report = sample.json(&["--jail", "off"], 1);
    assert_eq!(report["tests"][0]["match"]["verdict"], "h0");
    sample.go("crashing");
    let stdout = sample.run(&[]).stdout;
    let at = |text: &str| {
        stdout
            .find(text)
            .unwrap_or_else(|| panic!("{text}: {stdout}"))
    };
    let test = at("\n  test   GSPRT on pairs, normalized Elo, H0 -200, H1 0, alpha 0.05");
    assert!(at("\n  Faults first: ") < test, "{stdout}");
    assert!(at("\n  Elo    at most ") < at("\n  pairs  "), "{stdout}");
    assert!(
        stdout.lines().all(|line| line.chars().count() <= 80),
        "{stdout}"
    );
    let report = sample.json(&[], 5);
    assert_eq!(ends(&report), ["parked"]);
    let why = report["tests"][0]["cases"][0]["why"].to_string();
    assert!(why.contains("referee why"), "{why}");
    assert_eq!(sample.databases().len(), 2, "one for each version");
}

#[test]
fn files_that_cannot_be_used_are_refused() {
    let refused = |tests: &str, expected: &str| {
        let output = Sample::new(tests).run(&[]);
        assert_eq!(output.code, Some(2), "{}", output.stderr);
        assert!(output.stderr.contains(expected), "{}", output.stderr);
    };
    refused("", "it tests nothing");
    refused(
        &SUITE.replace("least = 1", "least = 2"),
        "least = 2: only 1",
    );
    refused(&SUITE.replace("a2a3", "a2a4"), "\"a2a4\": ");
    refused(&SUITE.replace("not aside", "goes on"), "is given twice");
    refused(&SUITE.replace("not aside", "score"), "called \"score\"");
    refused(
        &SUITE
            .replace("not aside", "goes on 2")
            .replace("state = \"STATE\", r", "state = [\"STATE\", \"STATE\"], r"),
        "called \"goes on 2\"",
    );
    refused(
        &SUITE.replace("forbidden", "forbiden"),
        "did you mean `forbidden`?",
    );
}

#[test]
fn games_are_kept_in_the_bots_own_folder() {
    for results in ["", "results = \"kept\"\n"] {
        let sample = Sample::new("");
        sample.go("good");
        let games = MATCH.replace("games = 100", "games = 4");
        let text = format!("bot = \".\"\ngame = \"cublino-contra\"\n{games}{results}");
        sample.0.write("bot/REGRESS.toml", &text);
        let run = || {
            let mut command = sample
                .0
                .command("bot", &["regress", "REGRESS.toml", "--json"]);
            command.env_remove("GITHUB_ACTIONS");
            let output = ended(command);
            assert!(output.stdout.contains("verdict"), "{}", output.stderr);
        };
        run();
        run();
        let folder = if results.is_empty() {
            ".referee"
        } else {
            "kept"
        };
        assert_eq!(databases(&sample.path("bot").join(folder)).len(), 1);
        let status = sample.0.git(&["status", "--porcelain"]);
        assert!(!status.contains(folder), "{status}");
    }
}
