//! Bots that are built before they play.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::kit::{Run, command, referee};

/// A bot that is ready and nothing else.
const READY: &str = "#!/bin/sh\nread hello\necho ready\ncat > /dev/null\n";

/// A tournament of a house bot and one with this build command.
fn tournament(build: &str, run: &str) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let bot = dir.path().join("bot");
    fs::create_dir(&bot).expect("a folder");
    fs::write(bot.join("source"), READY).expect("a file");
    let words = serde_json::to_string(&["sh", "-c", build]).expect("JSON");
    fs::write(
        bot.join("bot.toml"),
        format!("run = '{run}'\nbuild = {words}\n"),
    )
    .expect("a file");
    let file = dir.path().join("t.toml");
    let text = "game = 'onitama'\nbots = [{ bot = 'house:first' }, { bot = 'bot' }]\n";
    fs::write(&file, text).expect("a file");
    (dir, file)
}

/// Checks the tournament with its builds; copies go below `temp`.
fn built(file: &Path, temp: &Path) -> Run {
    let output = command(&["run", "--dry-run", &file.to_string_lossy()])
        .env("TMPDIR", temp)
        .output()
        .expect("the referee starts");
    assert_eq!(
        fs::read_dir(temp).expect("it is there").count(),
        0,
        "copies are removed"
    );
    Run {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[test]
fn a_build_works_in_a_copy() {
    let (dir, file) = tournament("cp source made && chmod +x made", "./made x");
    let temp = tempfile::tempdir().expect("a temporary folder");
    let shown = built(&file, temp.path()).fine();
    assert!(shown.contains("/bot/made x\n"), "{shown}");
    assert!(
        !dir.path().join("bot/made").exists(),
        "the bot's own folder is left alone"
    );
    referee(&["run", "--dry-run", &file.to_string_lossy()]).fine();
}

#[test]
fn a_build_that_fails_shows_bot_command_status_and_output() {
    let (_dir, file) = tournament("echo to stdout; echo to stderr >&2; exit 3", "./made");
    let temp = tempfile::tempdir().expect("a temporary folder");
    let message = built(&file, temp.path()).refused();
    let head = "referee: bot bot: build `sh -c 'echo to stdout; echo to stderr >&2; exit 3'`: \
        exit status: 3\n";
    assert!(message.contains(head), "{message}");
    assert!(
        message.contains("to stdout\n") && message.contains("to stderr\n"),
        "{message}"
    );
}

#[test]
fn a_build_that_makes_nothing_is_refused() {
    let (_dir, file) = tournament("true", "./made");
    let temp = tempfile::tempdir().expect("a temporary folder");
    let message = built(&file, temp.path()).refused();
    assert!(message.contains("bot bot: after its build: "), "{message}");
    assert!(message.contains("made: No such file"), "{message}");
}

#[test]
fn of_much_output_the_end_is_shown() {
    let (_dir, file) = tournament("yes | head -c 3000000; echo the end; exit 1", "./made");
    let temp = tempfile::tempdir().expect("a temporary folder");
    let message = built(&file, temp.path()).refused();
    assert!(
        message.len() < 70_000 && message.ends_with("the end\n"),
        "{}",
        message.len()
    );
}

#[test]
fn nothing_of_a_build_lives_on() {
    let seconds = (2_000_000 + std::process::id()).to_string();
    let (_dir, file) = tournament(&format!("sleep {seconds} & exit 1"), "./made");
    let temp = tempfile::tempdir().expect("a temporary folder");
    let begun = Instant::now();
    built(&file, temp.path()).refused();
    assert!(
        begun.elapsed() < Duration::from_mins(1),
        "the sleeper isn't waited for"
    );
    for process in fs::read_dir("/proc").expect("Linux").flatten() {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        assert!(!line.trim_end().ends_with(&seconds), "{line}");
    }
}
