//! `verify` accepts what was just played.

use std::fs;

use serde_json::{Map, Value};

use super::{Arena, contents, played, verify, write_chained};

fn sound(arena: &Arena, games: usize) {
    played(arena);
    let file = arena.path().join("cup.jsonl");
    let said = verify(&file).fine();
    // The first line is the run's. On a busy machine a game may be void and played again.
    let played = contents(&file).len() - 1;
    assert!(played >= games, "{played} of {games} games");
    let games = played;
    let expected = format!("{}: {games} games, complete and sound\n", file.display());
    assert!(said.starts_with(&expected), "{said}");
    let json = crate::cli::referee(&["verify", "--json", &file.to_string_lossy()]).fine();
    let mut json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    for key in ["fingerprint", "games_hash"] {
        let hash = json.as_object_mut().and_then(|json| json.remove(key));
        assert!(hash.is_some_and(|hash| said.contains(hash.as_str().unwrap_or("-"))));
    }
    let expected = serde_json::json!({ "games": games, "missing": 0, "torn": false, "wrong": [] });
    assert_eq!(json, expected);
    // Written anew with other blanks and other hashes it says the same.
    write_chained(&file, &contents(&file));
    verify(&file).fine();
}

#[test]
fn every_game() {
    for game in [
        "onitama",
        "cublino-pur",
        "cublino-contra",
        "ludo",
        "koolaamee",
    ] {
        let arena = Arena::unjailed(&format!("game = {game:?}\nseed = 5"))
            .bot("one", "house:random")
            .bot("two", "house:greedy")
            .bot("three", "house:first");
        sound(&arena, 6);
    }
}

/// Limits that a program with other defaults had: a run says itself what all of its limits were.
#[test]
fn limits_that_are_no_longer_the_defaults() {
    let settings = "game = \"onitama\"\nlimits = { start_ms = 20000, grace_ms = 700, chatter_lines = 500, \
                    chatter_bytes = 70000, stderr_bytes = 4096, memory_mib = 1024, processes = 100 }";
    let arena = Arena::unjailed(settings)
        .bot("one", "house:random")
        .text("[[bots]]\nname = \"two\"\nbot = \"house:first\"\nlimits = { memory_mib = 600 }\n");
    sound(&arena, 2);
    for line in contents(&arena.path().join("cup.jsonl")) {
        let mut found = Vec::new();
        find("limits", &line, &mut found);
        assert!(!found.is_empty(), "{line}");
        for limits in found {
            assert_eq!(limits.as_object().map(Map::len), Some(12), "{limits}");
        }
    }
}

/// Finds all values of a key, however deep.
fn find<'a>(key: &str, value: &'a Value, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(object) => {
            found.extend(object.get(key));
            object.values().for_each(|value| find(key, value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| find(key, value, found)),
        _ => {}
    }
}

#[test]
fn dealt_starts() {
    let settings = "game = \"koolaamee\"\nstart = \"deal\"\noptions = { board = \"random\" }";
    let arena = Arena::unjailed(settings)
        .bot("one", "house:random")
        .bot("two", "house:first");
    sound(&arena, 2);
    let arena = Arena::unjailed("game = \"onitama\"\nstart = \"deal\"\nrounds = 2")
        .bot("one", "house:random")
        .bot("two", "house:first");
    sound(&arena, 4);
}

#[test]
fn random_openings() {
    let arena = Arena::unjailed("game = \"cublino-contra\"\nopenings = 4\nrounds = 2")
        .bot("one", "house:greedy")
        .bot("two", "house:first");
    sound(&arena, 4);
    let starts: Vec<String> = contents(&arena.path().join("cup.jsonl"))[1..]
        .iter()
        .map(|record| record["played"]["start"].to_string())
        .collect();
    let other = |i: usize| starts.iter().filter(|start| **start == starts[i]).count();
    assert_eq!(
        (other(0), other(3)),
        (2, 2),
        "a start for each pair: {starts:?}"
    );
}

#[test]
fn four_seats() {
    let arena = Arena::unjailed("game = \"ludo\"\noptions = { seats = \"ABCD\" }")
        .bot("one", "house:random")
        .bot("two", "house:greedy")
        .bot("three", "house:first")
        .bot("four", "house:ludo-priority");
    sound(&arena, 4);
}

#[test]
fn given_starts() {
    let arena = Arena::unjailed(
        "game = \"ludo\"\noptions = { seats = \"AC\" }\nstart = \"starts.txt\"\nrounds = 2",
    )
    .bot("one", "house:random")
    .bot("two", "house:greedy");
    let lines = "# two of them\nA:0,28/C:57,3 C 6 0 - 1930\nA:1,28/C:57,3 C 6 0 - 1930\n";
    fs::write(arena.path().join("starts.txt"), lines).expect("written");
    sound(&arena, 4);
}

#[test]
fn games_with_faults() {
    let short = "time = { move_ms = 200 }\n[limits]\nstart_ms = 1000\ngrace_ms = 100";
    let script = |then: &str| format!("wait hello; say ready; wait go; {then}");
    let arena = Arena::unjailed(&format!("game = \"onitama\"\n{short}"))
        .scripted("absent", "exit 1")
        .scripted("crash", &script("legal; wait go; exit 7"))
        .scripted("illegal", &script("say move 9z9z9; rest"))
        .bot("good", "house:random");
    sound(&arena, 12);
    let arena = Arena::unjailed(&format!("game = \"onitama\"\n{short}"))
        .scripted("resigns", &script("legal; wait go; say resign; rest"))
        .scripted("slow", &script("deaf"))
        .bot("good", "house:random");
    sound(&arena, 6);

    let seats = "game = \"ludo\"\noptions = { seats = \"ABC\" }";
    let arena = Arena::unjailed(&format!("{seats}\n{short}"))
        .scripted("crash", &script("legal; wait go; exit 7"))
        .bot("good", "house:random")
        .bot("other", "house:first");
    sound(&arena, 3);
}
