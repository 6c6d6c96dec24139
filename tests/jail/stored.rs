//! Levels: what is refused, what is said at the start, what stays with the run.

use referee_record::JailRecord;
use referee_store::Run;

use crate::engine::Arena;
use crate::kit::referee;

const CUP: &str = "game = \"onitama\"\nseed = 1\noptions = { turns = 2 }";

fn cup(more: &str) -> Arena {
    Arena::new(&format!("{CUP}\n{more}"))
        .bot("ann", "house:first")
        .bot("bob", "house:random")
}

fn jails(arena: &Arena) -> Vec<JailRecord> {
    let run = Run::open(&arena.path().join("cup.db")).expect("results");
    let sessions = run.header().sessions.iter();
    sessions
        .filter_map(|session| session.jail.clone())
        .collect()
}

/// Plays it, and gives what was said.
fn played(arena: &Arena, arguments: &[&str]) -> String {
    let output = arena.run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    stderr
}

fn standings(arena: &Arena, arguments: &[&str]) -> String {
    let file = arena.path().join("cup.db");
    referee(&[&["standings", &file.to_string_lossy()], arguments].concat()).fine()
}

#[test]
fn strict_plays_nothing_where_a_promise_is_broken() {
    for (key, arguments) in [
        (
            "",
            &["--jail", "strict", "--jail-without", "namespaces"][..],
        ),
        ("jail = \"strict\"", &["--jail-without", "namespaces"]),
    ] {
        let arena = cup(key);
        let output = arena.run(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{stderr}");
        for label in [
            "a bounded scratch folder, then gone: needs namespaces",
            "user.max_user_namespaces",
            "left out on the command line: namespaces",
        ] {
            assert!(stderr.contains(label), "{stderr}");
        }
        assert!(!arena.path().join("cup.db").exists());
    }
}

#[test]
fn a_single_game_is_refused_too() {
    let strict = ["--jail", "strict", "--jail-without", "namespaces"];
    let run = referee(&[&["play", "house:first", "house:first"][..], &strict].concat());
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (Some(3), ""),
        "{}",
        run.stderr
    );
}

#[test]
fn without_a_jail_the_run_says_so_for_ever() {
    let arena = cup("jail = \"off\"");
    let said = played(&arena, &[]);
    assert!(said.contains("jail: off: bots have your rights"), "{said}");
    let stored = jails(&arena);
    assert_eq!(stored.len(), 1);
    assert_eq!(
        (stored[0].level.as_str(), stored[0].by.as_str()),
        ("off", "nothing")
    );
    assert!(
        stored[0]
            .broken
            .iter()
            .any(|guarantee| guarantee == "memory")
    );
    assert!(standings(&arena, &[]).contains("NO JAIL (off)"));
    assert!(standings(&arena, &["--md"]).contains("NO JAIL (off)"));
    let json: serde_json::Value =
        serde_json::from_str(&standings(&arena, &["--json"])).expect("JSON");
    assert_eq!(json["jails"][0]["level"], "off");
}

#[test]
fn the_command_line_wins_over_the_file() {
    let arena = cup("jail = \"off\"");
    let said = played(&arena, &["--jail", "auto"]);
    assert!(
        said.contains("jail: ") && !said.contains("jail: off"),
        "{said}"
    );
    assert_eq!(jails(&arena)[0].level, "auto");
}

#[test]
fn sessions_that_differ_are_told_loudly() {
    let arena = cup("");
    played(&arena, &["--jail", "off"]);
    let file = arena.path().join("cup.db");
    let file = file.to_string_lossy();
    referee(&["annul", &file, "1", "--because", "a test", "--replay"]).fine();
    played(&arena, &["--jail", "auto"]);
    let stored = jails(&arena);
    assert_eq!(stored.len(), 2);
    assert_ne!(stored[0], stored[1]);
    let output = standings(&arena, &[]);
    assert!(output.contains("SESSIONS DIFFER"), "{output}");
    assert!(output.contains("NO JAIL (off)"), "{output}");
}

#[test]
fn a_run_that_gives_up_a_promise_says_so() {
    let arena = cup("pondering = \"ignore\"\npin = false");
    let output = arena.run(&["--jail", "strict"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{stderr}");
    for needs in [
        "the cores of its game alone: needs a run without pin = false",
        "stopped while it isn't its turn: needs pondering = \"off\"",
    ] {
        assert!(stderr.contains(needs), "{stderr}");
    }
    let said = played(&arena, &["--allow-read"]);
    let broken = &jails(&arena)[0].broken;
    for label in ["files", "cores", "idle bots"] {
        assert!(broken.iter().any(|one| one == label), "{broken:?}");
        assert!(said.replace("\n ", "").contains(label), "{said}");
    }
}
