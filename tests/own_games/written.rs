//! Games that `new-game` writes are sound, and so are the built-in ones.

use std::fs;
use std::path::Path;

use referee_games::games;
use serde_json::Value;

use crate::kit::{command, referee};
use crate::skip::skip;

fn has(program: &str) -> bool {
    let found = std::process::Command::new(program)
        .arg("--version")
        .output();
    found.is_ok_and(|output| output.status.success())
}

/// Runs the referee in a folder, and returns what it prints.
fn in_folder(folder: &Path, args: &[&str]) -> String {
    let output = command(args).current_dir(folder).output();
    let output = output.expect("the referee starts");
    let said = super::text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}\n{said}");
    super::text(&output.stdout)
}

fn written(language: &str, games: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| in_folder(folder.path(), args);
    let said = run(&["new-game", language, "mine"]);
    assert!(said.contains("referee check-rules ./mine"), "{said}");
    let said = run(&["check-rules", "./mine", "--games", "6", "--json"]);
    let found: Value = serde_json::from_str(&said).expect("JSON");
    let laws = found["laws"].as_array().expect("laws");
    assert!(laws.iter().all(|law| law["broken"].is_null()), "{said}");
    // By another seed the dice of so few games may favour another bot.
    run(&["run", "mine-tournament.toml", "--seed", "1"]);
    let said = run(&["verify", "mine-tournament.db"]);
    assert!(
        said.contains(&format!("{games} games, complete and sound")),
        "{said}"
    );
    let said = run(&["standings", "mine-tournament.db", "--json"]);
    let table: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(table["standings"][0]["bot"], "mine-bot", "{said}");
    // Nothing is overwritten.
    let again = command(&["new-game", language, "mine"])
        .current_dir(folder.path())
        .output();
    assert_eq!(again.expect("it starts").status.code(), Some(2));
    let said = referee(&["new-game", language, "Mine!"]).refused();
    assert!(said.contains("lower-case letters"), "{said}");
}

#[test]
fn connect_four_in_python() {
    if has("python3") {
        written("python", 30);
    } else {
        skip("connect_four_in_python", "there is no python3");
    }
}

#[test]
fn pig_in_javascript() {
    if has("node") && has("python3") {
        written("javascript", 15);
    } else {
        skip("pig_in_javascript", "there is no node, or no python3");
    }
}

/// Where cargo lies in a home, the jail doesn't show it.
#[test]
fn breakthrough_in_rust() {
    if !has("/usr/bin/cargo") || !has("python3") {
        skip(
            "breakthrough_in_rust",
            "there is no cargo of the system, or no python3",
        );
        return;
    }
    written("rust", 30);
}

#[test]
fn the_built_in_games_hold_what_every_game_promises() {
    for game in games() {
        let said = referee(&["check-rules", game.name(), "--games", "4"]);
        assert_eq!(said.code, Some(0), "{}", said.stdout);
    }
}

#[test]
fn a_broken_law_is_shown_by_the_shortest_game() {
    let folder = tempfile::tempdir().expect("a folder");
    in_folder(folder.path(), &["new-game", "python", "mine"]);
    let file = folder.path().join("mine/connect_four.py");
    let text = fs::read_to_string(&file).expect("a file");
    // The column that was played last stays open to nobody: what no state line tells.
    let forgets = text.replace(
        "        self.state(f\"{board} ",
        "        self.last = column\n        self.state(f\"{board} ",
    );
    let forgets = forgets.replace(
        "if top == \".\" and not over]",
        "if top == \".\" and not over and c != getattr(self, \"last\", None)]",
    );
    assert_ne!(forgets, text);
    fs::write(&file, forgets).expect("a file");
    let output = command(&["check-rules", "./mine", "--games", "4"])
        .current_dir(folder.path())
        .output();
    let output = output.expect("the referee starts");
    assert_eq!(output.status.code(), Some(1));
    let said = super::text(&output.stdout);
    let shown = "✗ a state line is read back as it was written\n      > new\n      legal: ";
    assert!(said.contains(shown), "{said}");
}
