//! Saved games: gone on with, and refused where they are damaged.

use std::fs;

use super::typed;

#[test]
fn a_saved_game_goes_on_as_if_it_had_not_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    let file = file.to_str().expect("UTF-8");
    let args = ["--game", "ludo", "--seed", "3", "me", "house:random"];
    let moves = vec!["p"; 12];
    let whole = typed(&args, &moves).fine();
    let save = format!("save {file}");
    let before = [&moves[..6], &[&save, &save, "quit"]].concat();
    let first = typed(&args, &before).fine();
    assert_eq!(first.matches("saved; to go on").count(), 2, "{first}");
    let told = format!("to go on: referee play --continue {file}\n");
    assert!(first.ends_with(&told), "{first}");
    let second = typed(&["--continue", file], &moves[6..]).fine();
    // The bot's own dice began anew, those of the game did not: the same rolls for A.
    let rolls = |text: &str| -> Vec<String> {
        let rolls = text.lines().filter(|line| line.starts_with("A rolls"));
        rolls.map(str::to_owned).collect()
    };
    let both = [rolls(&first), rolls(&second)].concat();
    assert_eq!(both, rolls(&whole)[..both.len()]);
    // Another file isn't overwritten.
    let other = folder.path().join("other.json");
    fs::write(&other, "mine").expect("it is written");
    let other = format!("save {}", other.display());
    let seen = typed(&args, &[&other]).fine();
    assert!(seen.contains("exists already"), "{seen}");
}

#[test]
fn damaged_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    let path = file.to_str().expect("UTF-8");
    let save = format!("save {path}");
    typed(&["--game", "ludo", "--seed", "3", "me", "me"], &["p", &save]).fine();
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
