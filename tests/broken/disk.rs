//! A disk that fills up or fails at any moment: the run ends with a message, loses no committed game,
//! and goes on as if nothing had been.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use referee_store::Run;

use super::{
    EIO, ENOSPC, Failing, check_message, ended, files, library, operations, played, stderr,
};
use crate::engine::{Arena, records};
use crate::kit::{command, referee};

fn arena() -> Arena {
    let settings = "jail = \"off\"\ngame = \"onitama\"\nseed = 3\nrounds = 2\nrestart = \"never\"\n\
                    concurrency = 2\noptions = { turns = 6 }";
    Arena::new(settings)
        .bot("first", "house:first")
        .bot("random", "house:random")
}

/// Between the operations that fail in each test run: few, of either parity, so that disks fail in each way.
const STEP: usize = 23;

/// Does something for each number up to the last, or in steps, several at a time.
fn each(last: usize, step: usize, check: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(1);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(step, Ordering::Relaxed);
                    if number > last {
                        return;
                    }
                    check(number);
                }
            });
        }
    });
}

/// One that fills up stays full; one that fails does so for a moment, or from then on.
fn failing(at: usize) -> Failing<'static> {
    let errno = if at.is_multiple_of(2) { ENOSPC } else { EIO };
    Failing {
        path_part: "cup.db",
        at,
        errno,
        once: errno == EIO && at % 4 == 1,
    }
}

#[test]
fn a_run_survives_failures_at_some_operations() {
    a_run_survives_failures("a_run_survives_failures_at_some_operations", STEP);
}

#[test]
#[ignore = "long: two runs for each operation"]
fn a_run_survives_a_failure_at_every_operation() {
    a_run_survives_failures("a_run_survives_a_failure_at_every_operation", 1);
}

fn a_run_survives_failures(test: &str, step: usize) {
    let Some(library) = library(test) else {
        return;
    };
    let undisturbed = arena();
    // Writes differ a little with what is committed together.
    let last = operations(undisturbed.command(&[]), "cup.db", library) + 8;
    assert!(last > 100, "{last}");
    let expected = played(&undisturbed);
    assert_eq!(expected.len(), 4);
    each(last, step, |at| {
        let arena = arena();
        let file = arena.path().join("cup.db");
        let mut command = arena.command(&[]);
        failing(at).below(&mut command, library);
        let output = ended(command);
        if output.status.code() != Some(0) {
            check_message(&output, &["cup.db", "disk"]);
        }
        let before = if file.exists() {
            records(&file)
        } else {
            Vec::new()
        };
        let output = ended(arena.command(&[]));
        assert_eq!(
            output.status.code(),
            Some(0),
            "at {at}: {}",
            stderr(&output)
        );
        assert!(played(&arena) == expected, "at {at}: other games");
        let after = records(&file);
        assert!(
            before.iter().all(|record| after.contains(record)),
            "at {at}: lost"
        );
        nothing_else(&arena, at);
    });
}

/// No other file is left than a lock that nobody holds, which is no obstacle.
fn nothing_else(arena: &Arena, at: usize) {
    let mut files = files(arena.path());
    files.retain(|name| name != "cup.db.lock");
    assert_eq!(files, ["cup.db", "cup.toml"], "at {at}");
}

/// Lets a command about a finished run fail at every operation, or in steps, and afterwards succeed.
fn edits(
    (test, step): (&str, usize),
    prepare: impl Fn(&Arena) + Sync,
    edit: impl Fn(&Path) -> Command + Sync,
) {
    let Some(library) = library(test) else {
        return;
    };
    let original = arena();
    assert_eq!(ended(original.command(&[])).status.code(), Some(0));
    let copy = || {
        let copy = arena();
        let _ = copy.command(&[]);
        fs::copy(original.path().join("cup.db"), copy.path().join("cup.db")).expect("copied");
        prepare(&copy);
        copy
    };
    let counted = copy();
    let last = operations(edit(counted.path()), "cup.db", library) + 2;
    assert!(last > 10, "{last}");
    each(last, step, |at| {
        let arena = copy();
        let (file, games) = (arena.path().join("cup.db"), played(&arena));
        let before = fingerprint(&file);
        let mut command = edit(arena.path());
        failing(at).below(&mut command, library);
        let output = ended(command);
        let done = output.status.code() == Some(0);
        if !done {
            check_message(&output, &["cup.db", "disk"]);
        }
        // All of it or nothing.
        let now = played(&arena);
        let kept = games.iter().all(|(id, game)| now.get(id) == Some(game));
        assert!(kept, "at {at}: a game is lost");
        let after = fingerprint(&file);
        assert!(!done || before != after, "at {at}: it is said to be done");
        let again = ended(edit(arena.path()));
        let code = again.status.code();
        let repeated = before != after && code == Some(2);
        assert!(code == Some(0) || repeated, "at {at}: {}", stderr(&again));
        assert_ne!(before, fingerprint(&file));
        nothing_else(&arena, at);
    });
}

fn fingerprint(file: &Path) -> String {
    let run = Run::open(file).expect("a run");
    run.fingerprint().expect("readable")
}

#[test]
fn a_ruling_is_made_or_not() {
    edits(
        ("a_ruling_is_made_or_not", 1),
        |_| {},
        |folder| {
            let run = folder.join("cup.db");
            command(&["annul", &run.to_string_lossy(), "2", "--because", "rain"])
        },
    );
}

#[test]
fn an_extension_is_made_or_not_at_some_operations() {
    an_extension_is_made_or_not("an_extension_is_made_or_not_at_some_operations", STEP);
}

#[test]
#[ignore = "long: two runs for each operation"]
fn an_extension_is_made_or_not_at_every_operation() {
    an_extension_is_made_or_not("an_extension_is_made_or_not_at_every_operation", 1);
}

fn an_extension_is_made_or_not(test: &str, step: usize) {
    let third = "[[bots]]\nname = \"third\"\nbot = \"house:first\"\n";
    edits(
        (test, step),
        |arena| {
            let file = arena.path().join("cup.toml");
            let text = fs::read_to_string(&file).expect("text") + third;
            fs::write(file, text).expect("room");
        },
        |folder| {
            let file = folder.join("cup.toml");
            command(&["run", &file.to_string_lossy(), "--extend"])
        },
    );
}

#[test]
fn an_export_is_whole_or_not_there() {
    let Some(library) = library("an_export_is_whole_or_not_there") else {
        return;
    };
    let arena = arena();
    assert_eq!(ended(arena.command(&[])).status.code(), Some(0));
    let run = arena.path().join("cup.db").to_string_lossy().into_owned();
    let whole = referee(&["export", &run, "--format", "jsonl"]).fine();
    let file = arena.path().join("out.jsonl");
    let export = || {
        command(&[
            "export",
            &run,
            "--format",
            "jsonl",
            "-o",
            &file.to_string_lossy(),
        ])
    };
    let last = operations(export(), "out.jsonl", library);
    fs::remove_file(&file).expect("it was made");
    for at in 1..=last {
        let mut command = export();
        let fails = Failing {
            path_part: "out.jsonl",
            once: true,
            ..failing(at)
        };
        fails.below(&mut command, library);
        check_message(&ended(command), &["out.jsonl", "os error"]);
        assert!(!file.exists(), "at {at}");
    }
    assert_eq!(ended(export()).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&file).expect("written"), whole);
}
