//! Too few descriptors, processes or too little memory: a run ends with a message, or goes on with void
//! games; no bot loses by it, and with enough of them it goes on to the same end.

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output};

use super::{below_shell, busy, completed, ended, nobody_is_blamed, played, stderr};
use crate::engine::{Arena, records};
use crate::skip::skip;

/// However it ended, it said so, blamed nobody, and goes on.
fn survived(arena: &Arena, output: &Output, what: &str) {
    let said = stderr(output);
    assert!(!said.contains("panicked"), "{what}: {said}");
    assert!(
        matches!(output.status.code(), Some(0 | 3 | 4)),
        "{what}: {said}"
    );
    let file = arena.path().join("cup.db");
    let before = if file.exists() {
        records(&file)
    } else {
        Vec::new()
    };
    nobody_is_blamed(&before);
    let void = before
        .iter()
        .any(|record| record.played.verdict.void.is_some());
    let is_explained = said.contains("referee: ") || !void || said.contains(" is void: ");
    assert!(is_explained, "{what}: {said}");
    let output = ended(arena.command(&[]));
    // What was void in its last attempt stays so.
    assert!(
        matches!(output.status.code(), Some(0 | 4)),
        "{what}: {}",
        stderr(&output)
    );
    let after = records(&file);
    assert!(
        before.iter().all(|record| after.contains(record)),
        "{what}: lost"
    );
    played(arena);
}

#[test]
fn few_descriptors() {
    descriptors(&[6, 12, 18, 27]);
}

#[test]
#[ignore = "long: a run and its end for each limit"]
fn fewer_or_more_descriptors() {
    descriptors(&[6, 9, 12, 15, 18, 22, 27, 33]);
}

fn descriptors(limits: &[u32]) {
    for files in limits {
        let arena = busy(1);
        let output = ended(below_shell(
            &format!("ulimit -n {files}"),
            &arena.command(&[]),
        ));
        survived(&arena, &output, &format!("{files} files"));
    }
}

#[test]
fn few_processes() {
    processes("few_processes", &[1, 2, 4, 6, 10]);
}

#[test]
#[ignore = "long: a run and its end for each limit"]
fn fewer_or_more_processes() {
    processes("fewer_or_more_processes", &[1, 2, 3, 4, 5, 6, 7, 8, 10]);
}

fn processes(test: &str, limits: &[u32]) {
    let user = 60_000 + std::process::id() % 5000;
    // Only the shell is that user: setpriv itself, as root, starts programs in folders of root's, too.
    let limited = |limit: &str, command: &Command| {
        let inner = below_shell(limit, command);
        let mut limited = Command::new("setpriv");
        limited.args([
            &format!("--reuid={user}"),
            &format!("--regid={user}"),
            "--clear-groups",
        ]);
        limited.arg(inner.get_program()).args(inner.get_args());
        limited.env("REFEREE_CORES", "shared");
        limited
    };
    let mut version = Command::new(env!("CARGO_BIN_EXE_referee"));
    let probe = limited("true", version.arg("--version")).output();
    if !probe.is_ok_and(|output| output.status.success()) {
        skip(
            test,
            "to be a user without processes one must be root, have setpriv, and build where others may go",
        );
        return;
    }
    for processes in limits {
        let arena = busy(1);
        let command = arena.command(&[]);
        std::os::unix::fs::chown(arena.path(), Some(user), Some(user)).expect("root may");
        let limit = format!("ulimit -u {processes} || ulimit -p {processes}");
        let output = ended(limited(&limit, &command));
        survived(&arena, &output, &format!("{processes} processes"));
    }
}

/// Where memory is short the program can only end; the bots have enough of it.
#[test]
fn little_memory() {
    let referee = env!("CARGO_BIN_EXE_referee");
    let bot = |name: &str| {
        let shell = format!("ulimit -S -v unlimited; exec '{referee}' house random");
        format!("[[bots]]\nname = {name:?}\nrun = [\"sh\", \"-c\", \"{shell}\"]\n")
    };
    let arena = || {
        let settings = "jail = \"off\"\ngame = \"onitama\"\nstart = \"deal\"\nseed = 5\nrounds = 3\n\
                        concurrency = 4\noptions = { turns = 8 }";
        Arena::new(settings).text(&bot("one")).text(&bot("two"))
    };
    let undisturbed = completed(&arena());
    for mib in [30, 40, 60, 90] {
        let arena = arena();
        let limit = format!("ulimit -S -v {}", mib * 1024);
        let output = ended(below_shell(&limit, &arena.command(&[])));
        let said = stderr(&output);
        let file = arena.path().join("cup.db");
        let before = if file.exists() {
            records(&file)
        } else {
            Vec::new()
        };
        nobody_is_blamed(&before);
        // A stack that can't grow ends the process by a signal, of which the shell tells its user.
        assert!(
            output.status.success() || !said.is_empty() || output.status.signal().is_some(),
            "{mib} MiB: not a word, {}",
            output.status
        );
        let void = before
            .iter()
            .any(|record| record.played.verdict.void.is_some());
        let output = ended(arena.command(&[]));
        assert_eq!(
            output.status.code(),
            Some(0),
            "{mib} MiB: {}",
            stderr(&output)
        );
        if !void {
            assert_eq!(played(&arena), undisturbed, "{mib} MiB");
        }
    }
}
