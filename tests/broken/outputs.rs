//! Output that nobody takes: a reader that has gone is no fault, a full disk is told.

use std::fs::File;
use std::process::{Command, Stdio};

use super::{completed, ends};
use crate::engine::Arena;
use crate::kit::command;

/// What is printed can't be written: as a full disk it is told, as a closed pipe it is of no account.
pub fn printed_into_nothing(arguments: &[&str]) {
    let full = File::options()
        .write(true)
        .open("/dev/full")
        .expect("Linux");
    let output = ends(start(arguments, full.into()));
    let said = super::stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{arguments:?}: {said}");
    let is_reported = said.contains("referee: standard output can't be written: No space left");
    assert!(
        is_reported && !said.contains("panicked"),
        "{arguments:?}: {said}"
    );

    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = ends(start(arguments, writer.into()));
    let said = super::stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
    assert!(
        !said.contains("referee: ") && !said.contains("panicked"),
        "{arguments:?}: {said}"
    );
}

fn start(arguments: &[&str], stdout: Stdio) -> std::process::Child {
    let mut command: Command = command(arguments);
    command
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::piped());
    command.spawn().expect("it starts")
}

#[test]
fn tables_of_runs() {
    let arena = Arena::new("game = \"onitama\"\nrestart = \"never\"\noptions = { turns = 4 }")
        .bot("first", "house:first")
        .bot("random", "house:random");
    completed(&arena);
    let path = |name: &str| arena.path().join(name).to_string_lossy().into_owned();
    let (run, file) = (path("cup.db"), path("cup.toml"));
    let (run, file) = (run.as_str(), file.as_str());
    for command in ["standings", "games"] {
        printed_into_nothing(&[command, run]);
        for form in ["--json", "--csv", "--md"] {
            printed_into_nothing(&[command, run, form]);
        }
    }
    for form in ["jsonl", "csv", "md", "json"] {
        printed_into_nothing(&["export", run, "--format", form]);
        printed_into_nothing(&["export", run, "--format", form, "--bot", "first"]);
    }
    printed_into_nothing(&["standings", run, "--crosstable"]);
    printed_into_nothing(&["games", run, "1"]);
    printed_into_nothing(&["verify", run]);
    printed_into_nothing(&["verify", run, "--json"]);
    printed_into_nothing(&["run", file]);
    printed_into_nothing(&["run", file, "--json"]);
    printed_into_nothing(&["run", file, "--dry-run"]);
}

#[test]
fn everything_else() {
    printed_into_nothing(&["rules"]);
    printed_into_nothing(&["rules", "onitama", "show"]);
    printed_into_nothing(&["rules", "onitama", "perft", "2"]);
    printed_into_nothing(&["play", "house:first", "house:first"]);
    printed_into_nothing(&["stats", "elo", "10", "5", "3"]);
    printed_into_nothing(&["schema"]);
    printed_into_nothing(&["completions", "bash"]);
}
