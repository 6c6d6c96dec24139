//! What a stranger's program gets at, and what it leaves behind.

use std::fs;

use super::{arena, text};
use crate::engine::{processes_with, python_bot};
use crate::kit::referee;
use crate::skip::skip;

/// Tells if bots are kept from others' files here.
fn confined(name: &str) -> bool {
    let kept = referee(&["jail", "--json"]).stdout.contains("\"landlock\"");
    if !kept {
        skip(name, "nothing keeps programs from files here");
    }
    kept
}

#[test]
fn it_reads_no_file_of_others() {
    if !confined("it_reads_no_file_of_others") {
        return;
    }
    let secret = arena("sound", "");
    let file = secret.path().join("secret");
    fs::write(&file, "a secret").expect("a file");
    let arena = arena(&format!("reads {}", file.display()), "");
    let output = arena.run(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let run = arena.path().join("cup.db").to_string_lossy().into_owned();
    referee(&["verify", &run]).fine();
}

#[test]
fn nothing_that_it_starts_stays() {
    if !confined("nothing_that_it_starts_stays") {
        return;
    }
    let arena = arena("forks", "limits = { processes = 64 }");
    let output = arena.run(&[]);
    // With so many processes it may answer, or fail.
    assert!(
        matches!(output.status.code(), Some(0 | 3 | 4)),
        "{}",
        text(&output.stderr)
    );
    let left = processes_with(&format!("SIX={}", arena.path().display()));
    assert_eq!(left, [""; 0]);
}

#[test]
fn a_drawing_that_never_ends_is_none() {
    let arena = arena("vast scene", "");
    assert_eq!(arena.run(&[]).status.code(), Some(0));
    let run = arena.path().join("cup.db").to_string_lossy().into_owned();
    let said = referee(&["games", &run, "1"]).fine();
    // What is drawn is the state line.
    assert!(said.contains("\n6\n"), "{said}");
}

#[test]
fn a_bot_that_plays_what_is_not_legal_loses_though_nobody_says_why() {
    let wrong = python_bot("", "print(\"move nonsense\", flush=True)");
    let arena = arena("hangs in explain", "").python("wrong", &wrong, "");
    let output = arena.run(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let run = arena.path().join("cup.db").to_string_lossy().into_owned();
    let said = referee(&["games", &run, "--bot", "wrong", "--csv"]).fine();
    let lost = said.lines().filter(|line| line.contains("illegal-move"));
    assert_eq!(lost.count(), 4, "{said}");
    referee(&["verify", &run]).fine();
}
