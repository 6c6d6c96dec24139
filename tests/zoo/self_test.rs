//! `referee jail --self-test`: its probes are real attacks, which get through where nothing confines them,
//! and hold where something does.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::ground::Ground;
use super::mode::{Mode, Who};
use super::{alone, everybody};
use crate::skip::skip;

/// They fail whatever is in force: the promise doesn't hang on the jail, or the watchdog keeps it.
const HOLD: [&str; 5] = [
    "stdout-flood",
    "stderr-flood",
    "environment",
    "daemon",
    "run",
];
/// Whether they get through without a jail depends on the machine, or on who starts the referee.
const DEPEND: [&str; 10] = [
    "cores",
    "families",
    "kernel",
    "keys",
    "mounts",
    "namespaces",
    "priority",
    "queue",
    "terminal",
    "trace",
];

/// The exit code, and what is told of each probe.
fn tried(ground: &Ground, arguments: &[&str]) -> (Option<i32>, Vec<Value>) {
    let command = [&["jail", "--self-test", "--json"], arguments].concat();
    let output = ground.referee(&command).output().expect("it starts");
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let probes = report["probes"].as_array().expect("a list").clone();
    (output.status.code(), probes)
}

/// The exit code, and the table, which fits a terminal.
fn told(ground: &Ground, arguments: &[&str]) -> (Option<i32>, String) {
    let command = [&["jail", "--self-test"], arguments].concat();
    let output = ground.referee(&command).output().expect("it starts");
    let text = String::from_utf8(output.stdout).expect("text");
    let fits = |line: &str| line.chars().count() <= 80;
    assert!(text.lines().all(fits), "{text}");
    (output.status.code(), text)
}

fn name(probe: &Value) -> &str {
    probe["probe"].as_str().expect("a name")
}

/// Tries all probes as somebody, without a layer or with all of them (""): none that is promised gets through.
fn holds(who: Who, without: &str) {
    let ground = Ground::new(Mode::new(who, "auto"));
    let arguments = ["--jail-without", without];
    let some = if without.is_empty() { 0 } else { 2 };
    let (code, probes) = tried(&ground, &arguments[..some]);
    let broken = |probe: &&Value| probe["promised"] == true && probe["outcome"] == "got-through";
    let broken: Vec<&Value> = probes.iter().filter(broken).collect();
    assert!(broken.is_empty(), "without {without}: {broken:?}");
    assert_eq!(code, Some(0));
}

#[test]
fn probes_hold_what_is_promised() {
    let _turn = alone();
    holds(everybody()[0], "");
}

/// As a user without namespaces, which has the fewest layers.
#[test]
fn the_table_fits_and_says_that_promises_hold() {
    let _turn = alone();
    let ground = Ground::new(Mode::new(Who::User, "auto"));
    let (code, text) = told(&ground, &["--jail-without", "namespaces"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("left out: namespaces"), "{text}");
    assert!(text.contains("All that is promised here held: "), "{text}");
    assert!(!text.contains("GOT THROUGH"), "{text}");
}

#[test]
#[ignore = "long: everybody, without each layer"]
fn probes_hold_without_each_layer() {
    let _turn = alone();
    for who in everybody() {
        for without in ["namespaces", "seccomp", ""] {
            holds(who, without);
        }
    }
}

#[test]
#[ignore = "long: shows that the attacks are real"]
fn probes_get_through_without_a_jail() {
    let _turn = alone();
    for who in everybody().into_iter().take(1) {
        let mut ground = Ground::new(Mode::new(who, "off"));
        let (code, probes) = tried(&ground, &["--jail", "off"]);
        assert_eq!(code, Some(0), "nothing is promised");
        for probe in &probes {
            let (name, outcome) = (name(probe), &probe["outcome"]);
            if HOLD.contains(&name) {
                assert_eq!(outcome, "held", "{probe}");
            } else if !DEPEND.contains(&name) {
                assert_eq!(outcome, "got-through", "{probe}");
                assert_eq!(probe["promised"], false, "{probe}");
            }
        }
        let of = |name: &str| probes.iter().find(|probe| probe["probe"] == name);
        if matches!(who, Who::Root) {
            assert_eq!(of("priority").expect("there")["outcome"], "got-through");
        }
        assert_eq!(ground.noticed(), [""; 0]);
    }
}

#[test]
#[ignore = "long: without a jail"]
fn the_table_fits_and_tells_what_was_reached() {
    let _turn = alone();
    let ground = Ground::new(Mode::new(everybody()[0], "off"));
    let (_, text) = told(&ground, &["--jail", "off"]);
    assert!(text.contains("in force: nothing"), "{text}");
    assert!(text.contains("not promised: got through"), "{text}");
    assert!(
        text.contains("  open-files: tried more open files than it may have; reached"),
        "{text}"
    );
}

/// Each sandbox shows the referee's program to its helper, and so the way to it.
#[test]
fn a_program_in_the_home_of_root_shows_nothing_else_of_it() {
    let _turn = alone();
    let ground = Ground::new(Mode::new(everybody()[0], "auto"));
    let Ok(home) = tempfile::tempdir_in("/root") else {
        return skip(
            "a_program_in_the_home_of_root_shows_nothing_else_of_it",
            "not root",
        );
    };
    let program = home.path().join("referee");
    fs::copy(ground.program(), &program).expect("a copy");
    let output = Command::new(&program)
        .args(["jail", "--self-test"])
        .output()
        .expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
}
