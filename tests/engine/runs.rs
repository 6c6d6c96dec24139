//! Runs that share a machine.

use std::process::{Command, Output};

use referee_arena::Cores;

use super::{Arena, records};

/// What the later of two runs says where no core is free.
const CROWDED: &str = "other runs play on";

fn arena() -> Arena {
    let arena = Arena::new("game = \"koolaamee\"\nconcurrency = 1");
    arena
        .bot("quick", "house:first")
        .bot("other", "house:random")
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
    let (first, _claim) = Cores::claim(Some(1), 1, true);
    let arena = arena();
    let (_, stderr) = run(&arena);
    if stderr.contains(CROWDED) {
        println!("skipped: a_run_takes_a_core_on_which_no_other_plays: no other core is free here");
        return;
    }
    for record in records(&arena.path().join("cup.db")) {
        let core = record.measured.core.expect("it was pinned");
        assert_ne!(core, first.sets[0][0]);
    }
}

#[test]
fn where_no_core_is_free_a_run_says_so_and_keeps_it() {
    let (_, _claim) = Cores::claim(Some(4096), 1, true);
    let arena = arena();
    let (output, stderr) = run(&arena);
    assert!(
        stderr.contains(&format!("warning: {CROWDED}")),
        "nothing was said: {stderr}"
    );
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut later = Command::new(env!("CARGO_BIN_EXE_referee"));
    let later = later.arg("standings").arg(arena.path().join("cup.db"));
    let later = later.output().expect("the referee starts").stdout;
    for table in [told, String::from_utf8_lossy(&later).into_owned()] {
        assert!(table.contains(CROWDED), "{table}");
    }
    // Whoever doesn't want to know isn't told.
    let output = arena.run(&["--new"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains(CROWDED), "{stderr}");
}
