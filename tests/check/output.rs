//! What is printed: the checklist, JSON, `JUnit`, refusals.

use std::fs;
use std::path::Path;

use expect_test::expect_file;

use super::Bot;
use crate::kit::{command, referee};

/// The checklist with neither times nor measures, compared with what is stored.
fn same_as_stored(habit: &str) {
    let bot = Bot::with(habit);
    // What a jail measures isn't the same everywhere.
    let arguments = [
        "check",
        bot.path(),
        "--game",
        "onitama",
        "--move-ms",
        "400",
        "--jail",
        "off",
    ];
    let output = command(&arguments).env("LC_ALL", "C.UTF-8").output();
    let output = output.expect("the referee starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let wide = text.lines().find(|line| line.chars().count() > 80);
    assert_eq!(wide, None, "80 columns");
    let text = without_measures(&text);
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/check/golden")
        .join(format!("{habit}.txt"));
    expect_file![file].assert_eq(&text);
}

/// Every amount with a unit is the same, and so is every run of blanks.
fn without_measures(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut words: Vec<&str> = Vec::new();
        for word in line.split_whitespace() {
            let unit = ["ms", "MiB", "s"].contains(&word);
            let number = |cell: &&str| cell.parse::<f64>().is_ok();
            match words.last_mut() {
                Some(last) if unit && number(last) => *last = "SOME",
                _ => words.push(word),
            }
        }
        lines.push(words.join(" "));
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_checklist_of_an_honest_bot() {
    same_as_stored("none");
}

#[test]
fn the_checklist_of_a_bot_without_the_word_move() {
    same_as_stored("bare");
}

#[test]
fn terminals_without_unicode_get_other_marks() {
    let bot = Bot::scripted("exit 0");
    let output = command(&["check", bot.path()]).env("LC_ALL", "C").output();
    let text = String::from_utf8(output.expect("the referee starts").stdout).expect("UTF-8");
    assert!(
        text.contains("\nx handshake") && !text.contains('✗'),
        "{text}"
    );
}

#[test]
fn continuous_integration_reads_it() {
    let bot = Bot::with("bare");
    let file = bot.folder.path().join("check.xml");
    let name = file.to_str().expect("UTF-8");
    let run = bot.check("onitama", &["--junit", name]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let xml = fs::read_to_string(&file).expect("it was written");
    for part in [
        "<testsuite name=\"protocol\"",
        " type=\"no-move-word\">verdict: timeout",
        "<skipped message=\"it must answer a question first\"/>",
        "</testsuites>",
    ] {
        assert!(xml.contains(part), "{part}\n{xml}");
    }
}

#[test]
fn a_program_that_ends_before_ready_is_told_with_its_end() {
    let program = tempfile::NamedTempFile::new().expect("a file");
    fs::write(&program, "open('notes.log')\n").expect("a file");
    let bot = Bot::with_arguments(program.path(), &[]);
    // It is left out of what the bot plays from, which is the advice.
    fs::write(bot.folder.path().join("notes.log"), "x").expect("a file");
    let run = bot.check("onitama", &[]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let words: Vec<&str> = run.stdout.split_whitespace().collect();
    let shown = words.join(" ");
    for part in [
        "no-handshake (crash)",
        "the bot ended with status 1, and hadn't said `ready` after `hello`; ",
        "notes.log lies in the bot's folder, but is left out",
        "start it in its folder and type `hello referee 1`",
        "| FileNotFoundError: [Errno 2] No such file or directory:",
    ] {
        assert!(shown.contains(part), "{part}: {}", run.stdout);
    }
    assert!(!shown.contains("can't be started"), "{}", run.stdout);
}

#[test]
fn bad_input_is_refused() {
    let bot = Bot::with("none");
    for (arguments, part) in [
        (&["check", "no-such-bot"][..], "no-such-bot"),
        (&["check", "house:random", "--game", "go"], "no game \"go\""),
        (&["check", bot.path(), "--move-ms", "0"], "--move-ms"),
        (
            &["check", "house:ludo-priority", "--game", "onitama"],
            "onitama",
        ),
    ] {
        let run = referee(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(part), "{arguments:?}: {}", run.stderr);
    }
}
