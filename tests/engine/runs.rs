//! Runs that share a machine.

use std::process::{Command, Output};

use referee_engine::Cores;

use super::{Arena, records};
use crate::skip::skip;

/// What the later of two runs says where no core is free.
const CROWDED: &str = "other runs play on";

fn arena() -> Arena {
    let arena = Arena::new("game = \"koolaamee\"\nconcurrency = 1");
    arena
        .bot("quick", "house:first")
        .bot("other", "house:random")
}

/// Has the cores for one of these tests at a time.
fn cores() -> std::fs::File {
    crate::locks::exclusive("cores")
}

/// Whether somebody else plays on this machine, which is said.
fn crowded(test: &str, said: &str) -> bool {
    let crowded = said.contains(CROWDED);
    if crowded {
        skip(test, "others have cores of this machine");
    }
    crowded
}

/// Runs it as users do: it sees other runs.
fn run(arena: &Arena) -> (Output, String) {
    let mut command = arena.command(&["--new"]);
    let output = command.env_remove("REFEREE_CORES").output();
    let output = output.expect("the referee starts");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    (output, stderr)
}

#[test]
fn a_run_takes_a_core_on_which_no_other_plays() {
    let test = "a_run_takes_a_core_on_which_no_other_plays";
    let _cores = cores();
    let (first, _claim) = Cores::claim_anyway(Some(1), 1, true);
    if crowded(test, first.warning.as_deref().unwrap_or_default()) {
        return;
    }
    let arena = arena();
    let (_, stderr) = run(&arena);
    // On one core, or beside somebody who came just now.
    if crowded(test, &stderr) {
        return;
    }
    for record in records(&arena.path().join("cup.db")) {
        let core = record.measured.core.expect("it was pinned");
        assert_ne!(core, first.sets[0][0]);
    }
}

#[test]
fn where_no_core_is_free_a_run_says_so_and_keeps_it() {
    let test = "where_no_core_is_free_a_run_says_so_and_keeps_it";
    let _cores = cores();
    let (all, _claim) = Cores::claim_anyway(Some(4096), 1, true);
    // What others have they may give back at any time.
    if crowded(test, all.warning.as_deref().unwrap_or_default()) {
        return;
    }
    let arena = arena();
    let (output, stderr) = run(&arena);
    assert!(
        stderr.contains(&format!("warning: {CROWDED}")),
        "nothing was said: {stderr}"
    );
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut later = Command::new(env!("CARGO_BIN_EXE_referee"));
    let later = later.arg("standings").arg(arena.path().join("cup.db"));
    let later = later.output().expect("the referee starts").stdout;
    for table in [stdout, String::from_utf8_lossy(&later).into_owned()] {
        assert!(table.contains(CROWDED), "{table}");
    }
    // Whoever doesn't want to know isn't told.
    let output = arena.run(&["--new"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains(CROWDED), "{stderr}");
}
