//! The folder that repeats a game without the referee.

use std::path::Path;
use std::process::{Command, Output};

use super::lost;
use crate::engine::scripted;
use crate::kit::referee;

fn run(folder: &Path, script: &str) -> Output {
    Command::new(folder.join("run.sh"))
        .arg("python3")
        .arg(scripted())
        .arg(script)
        .output()
        .expect("a shell")
}

#[test]
fn a_student_repeats_it_with_a_shell_alone() {
    let script = "wait hello; say ready; wait go; legal; wait go; say move 9z9z9; rest";
    let arena = lost(script);
    arena.records();
    let file = arena.path().join("cup.db").to_string_lossy().into_owned();
    let folder = arena.path().join("again");
    let path = folder.to_string_lossy();
    let words = ["repro", &file, "1", "--script", &path];
    referee(&words).fine();
    let error = referee(&words).refused();
    assert!(error.contains("nothing is overwritten"), "{error}");

    let same = run(&folder, script);
    let shown = String::from_utf8_lossy(&same.stdout).into_owned();
    assert_eq!(same.status.code(), Some(0), "{shown}");
    assert!(
        shown.contains("now: move 9z9z9") && shown.contains("the same as then"),
        "{shown}"
    );

    let other = run(
        &folder,
        "wait hello; say ready; wait go; say move 9z9z9; exit 0",
    );
    let shown = String::from_utf8_lossy(&other.stdout).into_owned();
    assert_eq!(other.status.code(), Some(1), "{shown}");
    assert!(shown.contains("<- different"), "{shown}");

    let crashed = run(
        &folder,
        "wait hello; say ready; wait go; legal; wait go; exit 7",
    );
    let shown = String::from_utf8_lossy(&crashed.stdout).into_owned();
    assert_eq!(crashed.status.code(), Some(1), "{shown}");
    assert!(
        shown.contains("now: # its output ended") && shown.contains("status 7"),
        "{shown}"
    );

    let usage = Command::new(folder.join("run.sh"))
        .output()
        .expect("a shell");
    assert_eq!(usage.status.code(), Some(2));
}
