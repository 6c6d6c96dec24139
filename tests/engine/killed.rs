//! The referee is killed without a chance to do anything: no bot outlives it.

use std::collections::BTreeSet;
use std::process::Command;

use super::endings::until;
use super::{Arena, processes_with};
use crate::skip::skip;

#[test]
fn no_bot_outlives_a_killed_referee() {
    for _ in 0..10 {
        let arena = Arena::new("game = \"koolaamee\"\ntime = { move_ms = 60000 }")
            .scripted(
                "deaf",
                "ignore; orphan; wait hello; say ready; wait go; deaf",
            )
            .scripted(
                "busy",
                "ignore; wait hello; say ready; orphan; wait go; spin",
            );
        let mut child = arena
            .command(&["--concurrency", "2"])
            .spawn()
            .expect("it starts");
        let entry = format!("ZOO={}", arena.tag);
        // Both bots and an orphan at least are there.
        until(|| processes_with(&entry).len() >= 3);
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
        until(|| processes_with(&entry).is_empty());
    }
}

#[test]
fn a_hidden_process_ends_with_its_game() {
    // It is a session of its own and has no environment: only its parents tell where it came from.
    let hidden = || {
        let all = std::fs::read_dir("/proc").expect("Linux").flatten();
        let lines = all.filter_map(|p| std::fs::read(p.path().join("cmdline")).ok());
        lines
            .filter(|line| line.as_slice() == b"hidden\x00600\x00")
            .count()
    };
    let arena = Arena::new("game = \"onitama\"")
        .scripted("sly", "wait hello; say ready; hide; rest")
        .bot("quick", "house:first");
    assert_eq!(arena.records().len(), 2);
    assert_eq!(hidden(), 0);
}

/// From outside its processes can be seen, but not its referee by the id that it has inside.
#[test]
fn a_run_in_a_container_is_left_alone() {
    let root = rustix::process::getuid().is_root();
    let user: &[&str] = if root {
        &[]
    } else {
        &["--user", "--map-root-user"]
    };
    let container = || {
        let mut command = Command::new("unshare");
        command.args(user);
        command.args(["--pid", "--fork", "--kill-child", "--mount-proc"]);
        command
    };
    let allowed = container().arg("true").output();
    if !allowed.is_ok_and(|output| output.status.success()) {
        skip(
            "a_run_in_a_container_is_left_alone",
            "PID namespaces of one's own aren't allowed here",
        );
        return;
    }
    let arena = Arena::new("game = \"onitama\"\ntime = { move_ms = 60000 }")
        .scripted("deaf", "wait hello; say ready; wait go; deaf")
        .bot("quick", "house:first");
    let run = arena.command(&[]);
    let mut inside = container();
    inside.arg(run.get_program()).args(run.get_args());
    let mut child = inside
        .env("REFEREE_CORES", "shared")
        .spawn()
        .expect("it starts");
    let bots = || -> BTreeSet<String> {
        let found = processes_with(&format!("ZOO={}", arena.tag));
        // Before its own program starts the jail is at work, in processes that come and go.
        let started = |process: &String| process.contains("scripted.py");
        found.into_iter().filter(started).collect()
    };
    let results = arena.path().join("cup.db");
    until(|| results.exists() && !bots().is_empty());
    let before = bots();
    let other = Arena::new("game = \"onitama\"\noptions = { turns = 2 }")
        .bot("one", "house:first")
        .bot("two", "house:first");
    assert_eq!(other.records().len(), 2);
    let after = bots();
    assert!(before.is_subset(&after), "{before:?}, {after:?}");
    child.kill().expect("it is ours");
    child.wait().expect("it ends");
    until(|| bots().is_empty());
}
