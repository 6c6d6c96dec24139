//! Runs that somebody changed behind the referee's back: in the database, or with all hashes made anew, which
//! deceives neither the rules nor the schedule.

use serde_json::{Value, json};

use super::doubts::changed;
use super::{Arena, contents, played, verify, write_chained};
use crate::kit::referee;

/// A run of four games, and its export.
fn arena() -> Arena {
    let arena = Arena::unjailed("game = \"onitama\"\nrounds = 2\nseed = 4")
        .bot("one", "house:random")
        .bot("two", "house:greedy");
    played(&arena);
    arena
}

#[test]
fn every_edit_is_found_and_the_first_bad_game_named() {
    let arena = arena();
    let file = arena.path().join("cup.db");
    let refused = |sql: &str, words: &str| {
        let run = verify(&changed(&file, sql));
        assert_eq!(run.code, Some(1), "{sql}: {}{}", run.stdout, run.stderr);
        let first = run.stdout.lines().next().unwrap_or_default();
        assert!(first.contains(words), "{sql}: {}", run.stdout);
        assert!(!run.stdout.contains("Conversion"), "{}", run.stdout);
        run.stdout
    };
    for (sql, words) in [
        ("INSERT INTO skips VALUES (3, '{}')", "game 3: "),
        ("DELETE FROM tallies", "the tally of stage main"),
        (
            "DELETE FROM revisions",
            "changed.db: the database is damaged: ",
        ),
        ("DROP TABLE chain", "no such table: chain"),
        ("DROP TABLE records", "no such table: "),
        ("DROP TABLE tallies", "table tallies of the database"),
        ("DROP TABLE rulings", "no such table: rulings"),
        ("DROP TABLE sessions", "no such table: sessions"),
        (
            "ALTER TABLE run DROP COLUMN closed",
            "no such column: closed",
        ),
    ] {
        refused(sql, words);
    }
    // A removed record isn't held against the games behind it.
    let said = refused(
        "DELETE FROM records WHERE number = 3",
        "game 3: its record, attempt 1, was removed",
    );
    assert!(said.contains("; sound: 3 games\n"), "{said}");

    // What reads the run warns of it in the same words.
    let why = "session 1 of the run isn't as it was when it entered the chain";
    refused(
        "UPDATE sessions SET text = replace(text, '\"level\":\"off\"', '\"level\":\"strict\"')",
        why,
    );
    let path = file.with_file_name("changed.db");
    let path = path.to_string_lossy();
    let standings = referee(&["standings", &path]);
    assert_eq!(standings.code, Some(0), "{}", standings.stderr);
    let again = arena.run(&["--out", &path]);
    let again = String::from_utf8_lossy(&again.stderr).into_owned();
    for said in [standings.stderr, again] {
        for part in [
            format!("changed.db was damaged or changed, so what follows may be wrong: {why}"),
            format!("; see `referee verify {path}`"),
        ] {
            assert!(said.contains(&part), "{said}");
        }
    }
}

#[test]
fn a_chain_made_anew_deceives_neither_the_rules_nor_the_schedule() {
    let arena = arena();
    let file = arena.path().join("cup.jsonl");
    let sound = contents(&file);
    let refused = |change: fn(&mut Vec<Value>), words: &str| {
        let mut lines = sound.clone();
        change(&mut lines);
        write_chained(&file, &lines);
        let run = verify(&file);
        let said = format!("{words}: {}{}", run.stdout, run.stderr);
        assert_eq!(run.code, Some(1), "{said}");
        assert!(run.stdout.contains(words), "{said}");
        run.stdout
    };
    let said = refused(
        |lines| lines[2]["played"]["steps"][0]["move"] = json!("\u{1b}[31mzzz"),
        "plays \u{fffd}[31mzzz; by the rules",
    );
    assert!(said.starts_with("game 2: "), "{said}");
    assert!(
        said.ends_with("DAMAGED, 1 fault found; sound: 3 games\n"),
        "{said}"
    );
    let json = referee(&["verify", "--json", &file.to_string_lossy()]);
    let json: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!((&json["games"], &json["missing"]), (&json!(3), &json!(0)));
    let wrong = json["wrong"][0].as_str().expect("a sentence");
    let wrong = wrong.replace(char::is_control, "\u{fffd}");
    assert!(said.starts_with(&wrong), "{wrong}");

    refused(
        |lines| lines[2]["attempt"] = json!(2),
        "attempt 2 is recorded, but no void game",
    );
    refused(
        |lines| lines.push(lines[1].clone()),
        "is recorded once more after it was settled",
    );
    refused(
        |lines| lines[0]["revision"]["plan"]["setup"]["openings"] = json!(1),
        "isn't in the schedule",
    );
    refused(
        |lines| lines[0]["revision"]["games"] = json!(2),
        "it says 2 games; its plan has 4",
    );
    refused(
        |lines| lines[0]["master"] = json!("5"),
        "master seed 5; its plan has 4",
    );
    refused(
        |lines| lines[0]["revision"]["bots"][0]["name"] = json!("ann"),
        "other bots than in its plan",
    );
}

#[test]
fn only_the_fingerprint_finds_an_edit_with_a_chain_made_anew() {
    let arena = arena();
    let file = arena.path().join("cup.jsonl");
    let mut lines = contents(&file);
    write_chained(&file, &lines);
    let said = verify(&file).fine();
    let published = said
        .lines()
        .find_map(|line| line.strip_prefix("fingerprint "));
    let published = published.expect("a fingerprint");
    let check = || {
        let path = file.to_string_lossy();
        referee(&["verify", &path, "--fingerprint", published])
    };
    check().fine();
    let level = &mut lines[0]["sessions"][0]["jail"]["level"];
    assert_eq!(*level, json!("off"));
    *level = json!("strict");
    write_chained(&file, &lines);
    verify(&file).fine();
    let run = check();
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let words = "the fingerprint is ";
    assert!(run.stdout.starts_with(words), "{}", run.stdout);
}
