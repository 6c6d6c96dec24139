//! Whoever changes a game can compute the hashes anew; the rules and the seeds can't be deceived.

use referee_games::{GameSource, Position, Turn};
use referee_record::Record;
use serde_json::{Value, json};

use super::{Arena, contents, played, verify, write_chained};

/// Plays two games of a kind, applies a change to the record of game 2, and expects that `verify`
/// finds fault with that game, in these words.
fn is_found(game: &str, change: impl Fn(&mut Value), words: &str) {
    let arena = Arena::unjailed(&format!("game = {game:?}\nseed = 9"))
        .bot("one", "house:random")
        .bot("two", "house:greedy");
    played(&arena);
    let file = arena.path().join("cup.jsonl");
    let sound = contents(&file);
    let mut changed = sound.clone();
    let second = |record: &&mut Value| record["played"]["job"]["number"] == 2;
    change(changed[1..].iter_mut().find(second).expect("game 2"));
    assert_ne!(changed, sound);
    write_chained(&file, &changed);

    let run = verify(&file);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    for part in ["game ", words, "DAMAGED, 1 fault found; sound: 1 game\n"] {
        assert!(run.stdout.contains(part), "{part:?}: {}", run.stdout);
    }
    let json = crate::cli::referee(&["verify", "--json", &file.to_string_lossy()]);
    let json: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!((&json["games"], &json["missing"]), (&json!(1), &json!(0)));
    let wrong = json["wrong"][0].as_str().expect("a sentence");
    let wrong = wrong.replace(char::is_control, "\u{fffd}");
    assert!(run.stdout.starts_with(&wrong), "{wrong}");
}

/// The first step of a record for which something else is found, in a position that is given.
fn change_step(record: &mut Value, other: impl Fn(&dyn Position, &Value, &Value) -> Option<Value>) {
    let read: Record = serde_json::from_value(record.clone()).expect("a record");
    let rules = referee_engine::rules_of(&GameSource::built_in(), &read.played.job).expect("rules");
    let mut before = rules.read(&read.played.start).expect("a start");
    let steps = record["played"]["steps"].as_array_mut().expect("steps");
    let replay = referee_engine::replay(&*rules, &read.played).expect("a start");
    for (i, step) in replay.enumerate() {
        let next = steps.get(i + 1).cloned().unwrap_or_default();
        if let Some(changed) = other(&*before, &steps[i], &next) {
            steps[i] = changed;
            return;
        }
        before = step.expect("by the rules").1;
    }
    panic!("no step can be changed");
}

#[test]
fn a_changed_move() {
    let other_legal = |position: &dyn Position, step: &Value, _: &Value| {
        let legal = position.legal();
        let other = legal.iter().find(|candidate| step["move"] != **candidate)?;
        step.get("move")?;
        Some(json!({ "seat": step["seat"], "move": other }))
    };
    for game in [
        "onitama",
        "cublino-pur",
        "cublino-contra",
        "ludo",
        "koolaamee",
    ] {
        is_found(game, |record| change_step(record, other_legal), "game 2: ");
    }
    let illegal = |_: &dyn Position, step: &Value, _: &Value| {
        step.get("move")?;
        Some(json!({ "seat": step["seat"], "move": "\u{1b}[31mzzz" }))
    };
    let words = "plays \u{fffd}[31mzzz; by the rules";
    is_found("onitama", |record| change_step(record, illegal), words);
}

#[test]
fn a_changed_die_under_which_the_move_stays_legal() {
    let other_die = |position: &dyn Position, step: &Value, next: &Value| {
        step.get("chance")?;
        let notation = next["move"].as_str()?;
        let fits = |die: &&str| {
            let mut position = position.boxed();
            step["chance"] != **die
                && position.cast(die)
                && matches!(position.turn(), Turn::Seat(_))
                && position.legal().iter().any(|legal| legal == notation)
        };
        let die = ["1", "2", "3", "4", "5", "6"].into_iter().find(fits)?;
        Some(json!({ "seat": step["seat"], "chance": die }))
    };
    is_found(
        "ludo",
        |record| change_step(record, other_die),
        "the job's dice give",
    );
}

#[test]
fn a_changed_verdict() {
    let reason = |record: &mut Value| record["played"]["verdict"]["reason"] = json!("blue");
    is_found(
        "koolaamee",
        reason,
        "game 2: verdict, reason: recorded blue; by the rules: ",
    );
    let swap = |record: &mut Value| {
        let seats = record["played"]["verdict"]["seats"].as_array_mut();
        for seat in seats.expect("seats") {
            seat["place"] = json!(3 - seat["place"].as_u64().expect("a place"));
        }
    };
    is_found(
        "onitama",
        swap,
        "game 2: verdict, seat A: recorded A in place ",
    );
    let score = |record: &mut Value| {
        let score = &mut record["played"]["verdict"]["seats"][1]["score"];
        *score = json!(score.as_i64().expect("a score") + 1);
    };
    for game in ["cublino-pur", "ludo"] {
        is_found(game, score, "game 2: verdict, seat ");
    }
    let fault = |record: &mut Value| {
        record["played"]["verdict"]["seats"][0]["fault"] = json!("timeout");
    };
    is_found("onitama", fault, "no score, timeout; by the rules: ");
}

#[test]
fn a_changed_position() {
    let end = |record: &mut Value| record["played"]["end"] = record["played"]["start"].clone();
    is_found("onitama", end, "game 2: end: recorded ");
    let start = |record: &mut Value| record["played"]["start"] = record["played"]["end"].clone();
    is_found("onitama", start, "game 2: start: recorded ");
}

#[test]
fn a_changed_job() {
    let seed = |record: &mut Value| record["played"]["job"]["dice"] = json!("00".repeat(16));
    is_found("ludo", seed, "game 2: job: recorded id ");
    let number = |record: &mut Value| record["played"]["job"]["number"] = json!(7);
    is_found("onitama", number, "game 7 (job ");
    let genuine = |record: &mut Value| {
        let mut read: Record = serde_json::from_value(record.clone()).expect("a record");
        read.played.job.limits.grace_ms += 1;
        read.played.job = read.played.job.identify();
        *record = serde_json::to_value(read).expect("JSON");
    };
    is_found("onitama", genuine, "isn't in the schedule");
    let attempt = |record: &mut Value| record["attempt"] = json!(2);
    is_found(
        "onitama",
        attempt,
        "attempt 2 is recorded, but no void game",
    );
}

#[test]
fn a_game_that_is_recorded_twice() {
    let arena = Arena::unjailed("game = \"onitama\"")
        .bot("one", "house:random")
        .bot("two", "house:greedy");
    played(&arena);
    let file = arena.path().join("cup.jsonl");
    let mut lines = contents(&file);
    lines.push(lines[1].clone());
    write_chained(&file, &lines);
    let run = verify(&file);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.starts_with("game "), "{}", run.stdout);
    assert!(run.stdout.contains("recorded once more"), "{}", run.stdout);
}

#[test]
fn a_changed_header() {
    let arena = Arena::unjailed("game = \"onitama\"\nrounds = 2\nseed = 4")
        .bot("one", "house:random")
        .bot("two", "house:greedy");
    played(&arena);
    let file = arena.path().join("cup.jsonl");
    let sound = contents(&file);
    let changed = |change: fn(&mut Value), words: &str| {
        let mut lines = sound.clone();
        change(&mut lines[0]);
        write_chained(&file, &lines);
        let run = verify(&file);
        assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains(words), "{words}: {}", run.stdout);
    };
    changed(
        |header| header["revision"]["games"] = json!(2),
        "it says 2 games; its plan has 4",
    );
    changed(
        |header| header["master"] = json!("5"),
        "master seed 5; its plan has 4",
    );
    changed(
        |header| header["revision"]["bots"][0]["name"] = json!("ann"),
        "other bots than in its plan",
    );
    changed(
        |header| header["revision"]["plan"]["format"]["round-robin"]["rounds"] = json!(1),
        "isn't in the schedule",
    );
    changed(
        |header| header["revision"]["plan"]["setup"]["openings"] = json!(1),
        "isn't in the schedule",
    );
}
