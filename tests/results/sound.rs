//! `verify` accepts what was just played.

use std::fs;

use serde_json::{Value, json};

use super::{Arena, contents, played, verify, write_chained};
use crate::kit::referee;

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
    let json = referee(&["verify", "--json", &file.to_string_lossy()]).fine();
    let mut json: Value = serde_json::from_str(&json).expect("JSON");
    for key in ["fingerprint", "games_hash"] {
        let hash = json.as_object_mut().and_then(|json| json.remove(key));
        assert!(hash.is_some_and(|hash| said.contains(hash.as_str().unwrap_or("-"))));
    }
    let expected = json!({ "games": games, "missing": 0, "torn": false, "wrong": [] });
    assert_eq!(json, expected);
    // Written anew with other blanks and other hashes it says the same.
    write_chained(&file, &contents(&file));
    verify(&file).fine();
}

#[test]
fn games_from_every_kind_of_start() {
    for (settings, bots, games) in [
        ("game = \"cublino-pur\"", "random greedy first", 6),
        (
            "game = \"koolaamee\"\nstart = \"deal\"\noptions = { board = \"random\" }",
            "random first",
            2,
        ),
        (
            "game = \"ludo\"\noptions = { seats = \"ABCD\" }",
            "random greedy first ludo-priority",
            4,
        ),
        (
            "game = \"ludo\"\noptions = { seats = \"AC\" }\nstart = \"starts.txt\"\nrounds = 2",
            "random greedy",
            4,
        ),
    ] {
        let add = |arena: Arena, bot: &str| arena.bot(bot, &format!("house:{bot}"));
        let arena = Arena::unjailed(&format!("seed = 5\n{settings}"));
        let arena = bots.split(' ').fold(arena, add);
        let lines = "# two of them\nA:0,28/C:57,3 C 6 0 - 1930\nA:1,28/C:57,3 C 6 0 - 1930\n";
        fs::write(arena.path().join("starts.txt"), lines).expect("written");
        sound(&arena, games);
    }
}

#[test]
fn games_with_faults_under_limits_of_their_own() {
    let script = |then: &str| format!("wait hello; say ready; wait go; {then}");
    let settings = "game = \"onitama\"\nformat = \"gauntlet\"\n\
                    gauntlet = { newcomers = [\"good\"] }\nallow_faults = true\n\
                    time = { move_ms = 200 }\n[limits]\nstart_ms = 1000\ngrace_ms = 100\n\
                    chatter_lines = 500\nstderr_bytes = 4096\nmemory_mib = 1024";
    let arena = Arena::unjailed(settings)
        .scripted("absent", "exit 1")
        .scripted("crash", &script("legal; wait go; exit 7"))
        .scripted("illegal", &script("say move 9z9z9; rest"))
        .scripted("resigns", &script("legal; wait go; say resign; rest"))
        .scripted("slow", &script("deaf"))
        .text("[[bots]]\nname = \"good\"\nbot = \"house:random\"\nlimits = { memory_mib = 600 }\n");
    sound(&arena, 10);
    // The run says itself what all limits were: the defaults of another program may be others.
    let text = fs::read_to_string(arena.path().join("cup.jsonl")).expect("results");
    let limits: Vec<&str> = text.split("\"limits\":{").skip(1).collect();
    assert!(limits.len() > 10, "{text}");
    for limits in limits {
        let (all, _) = limits.split_once('}').expect("an end");
        assert_eq!(all.split(',').count(), 12, "{all}");
    }

    let settings = "game = \"ludo\"\noptions = { seats = \"ABC\" }\ntime = { move_ms = 200 }";
    let arena = Arena::unjailed(settings)
        .scripted("crash", &script("legal; wait go; exit 7"))
        .bot("good", "house:random")
        .bot("other", "house:first");
    sound(&arena, 3);
}
