//! Saved games: gone on with, and refused where they are damaged.

use std::fs;

use serde_json::Value;

use super::typed;

#[test]
fn a_saved_game_goes_on_as_if_it_had_not_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    let file = file.to_str().expect("UTF-8");
    let save = format!("save {file}");
    let rolls = |text: &str| -> Vec<String> {
        let rolls = text.lines().filter(|line| {
            let seat = line.split_once(" rolls ");
            seat.is_some_and(|(seat, _)| seat.len() == 1)
        });
        rolls.map(str::to_owned).collect()
    };
    let args = ["--game", "ludo", "--seed", "3", "me", "me"];
    let moves = vec!["p"; 12];
    let whole = typed(&args, &moves).fine();
    let before = [&moves[..6], &[&save, "save", "quit"]].concat();
    let first = typed(&args, &before).fine();
    assert_eq!(first.matches("saved; to go on").count(), 2, "{first}");
    let hint = format!("to go on: referee play --continue {file}\n");
    assert!(first.ends_with(&hint), "{first}");
    let second = typed(&["--continue", file], &moves[6..]).fine();
    assert_eq!([rolls(&first), rolls(&second)].concat(), rolls(&whole));
    // Another file isn't overwritten.
    let other = folder.path().join("other.json");
    fs::write(&other, "mine").expect("it is written");
    let other = format!("save {}", other.display());
    let seen = typed(&args, &[&other]).fine();
    assert!(seen.contains("exists already"), "{seen}");
}

/// A bot is told of a new game, after a return as after a move that was taken back.
#[test]
fn bots_go_on_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    let file = file.to_str().expect("UTF-8");
    let save = format!("save {file}");
    let args = ["--game", "koolaamee", "me", "house:greedy"];
    typed(&args, &["e4", "undo", "e4", &save]).fine();
    // One of these is legal after any answer of the bot's.
    let squares = [
        "b4", "c4", "g4", "h4", "i4", "j4", "e2", "e3", "e6", "e7", "d4", "f4",
    ];
    let seen = typed(&["--continue", file], &squares).fine();
    assert!(seen.contains("B puts a marble"), "{seen}");
    assert!(!seen.contains("forfeits"), "{seen}");
}

/// A bot that fails leaves the game to the others, and what it did stays with the game, as in a match.
#[test]
fn the_evidence_of_a_forfeit_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "wait hello; say ready; wait go; say info hi; complain oops; exit 7";
    let bot = crate::evidence::bot(folder.path(), "bot", script);
    let bot = bot.to_str().expect("UTF-8");
    let seats = ["--option", "seats=ABC", bot, "me", "me"];
    let args = [&["--game", "ludo", "--seed", "3"], &seats[..]].concat();
    let saved = |args: &[&str], name: &str| -> Value {
        let file = folder.path().join(name);
        typed(args, &[&format!("save {}", file.display()), "quit"]).fine();
        let text = fs::read_to_string(file).expect("it is there");
        serde_json::from_str(&text).expect("JSON")
    };
    let game = saved(&args, "game.json");
    let evidence = &game["evidence"][0];
    assert_eq!(evidence["seat"], "A", "{game}");
    assert_eq!(evidence["reason"], "crash", "{game}");
    assert_eq!(evidence["detail"]["status"], 7, "{game}");
    assert_eq!(evidence["last_bytes"], "info hi\\n", "{game}");
    assert_eq!(evidence["stderr"], "oops\n", "{game}");
    let file = folder.path().join("game.json");
    let again = saved(&["--continue", &file.to_string_lossy()], "again.json");
    assert_eq!(again["evidence"], game["evidence"]);
}

#[test]
fn damaged_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    let path = file.to_str().expect("UTF-8");
    let save = format!("save {path}");
    typed(
        &["--game", "ludo", "--seed", "3", "me", "me"],
        &["p", &save],
    )
    .fine();
    let good = fs::read_to_string(&file).expect("it is there");
    for (from, to, why) in [
        ("{", "", "no saved game"),
        ("\"version\": 1", "\"version\": 2", "only 1 is known"),
        ("\"seed\"", "\"sed\"", "unknown field `sed`"),
        ("\"ludo\"", "\"lodo\"", "did you mean ludo?"),
        ("\"B\": \"me\"", "\"C\": \"me\"", "expected AB"),
        ("\"start\": \"A", "\"start\": \"X", "start: "),
        ("\"chance\": \"6\"", "\"chance\": \"7\"", "the die shows 6"),
        ("\"move\": \"p\"", "\"move\": \"z\"", "a move is p or q"),
    ] {
        assert!(good.contains(from), "{from} in {good}");
        fs::write(&file, good.replacen(from, to, 1)).expect("it is written");
        let said = typed(&["--continue", path], &[]).refused();
        assert!(said.contains(why), "{said}");
        assert!(said.contains(path), "{said}");
    }
    let said = typed(&["--continue", "nothing.json"], &[]).refused();
    assert!(said.contains("nothing.json"), "{said}");
}
