//! Honest bots on a machine that has hardly any time for them: nobody loses what was taken from it.

use std::process::{Command, Stdio};

use super::{Arena, records};
use crate::check::on_a_busy_machine;
use crate::locks::alone;
use crate::skip::skip;

const SETTINGS: &str = "
game = \"onitama\"
rounds = 1
concurrency = 2
options = { turns = 6 }
start = \"deal\"
time = { move_ms = 60 }
[limits]
tries = 2
";

/// Runs it behind everybody else.
fn run_last(arena: &Arena, arguments: &[&str]) {
    let usual = arena.command(arguments);
    let mut last = Command::new("nice");
    last.args(["-n", "19"]).arg(usual.get_program());
    last.args(usual.get_args()).stdin(Stdio::null());
    for (name, value) in usual.get_envs() {
        match value {
            Some(value) => last.env(name, value),
            None => last.env_remove(name),
        };
    }
    let output = last.output().expect("nice starts");
    assert_ne!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn nobody_loses_by_what_others_took() {
    let modes: [&[&str]; 2] = [&["--jail", "off"], &["--jail-without", "cgroups"]];
    for mode in modes {
        let arena = Arena::new(SETTINGS)
            .bot("one", "house:first")
            .bot("two", "house:random");
        alone(|| on_a_busy_machine(|| run_last(&arena, mode)));
        for record in records(&arena.path().join("cup.db")) {
            let evidence = record.measured.evidence.iter();
            for found in evidence.filter(|found| found.reason == "timeout") {
                let late = found.late_ns.expect("the referee says by how much");
                let taken = found.shares.unwrap_or_default().excuse_ns();
                assert!(late > taken, "{mode:?}: {found:?}");
                let why = format!("{mode:?}: of {} ms nothing is known", late / 1_000_000);
                skip("nobody_loses_by_what_others_took", &why);
            }
        }
    }
}
