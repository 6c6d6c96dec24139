//! What an earlier program wrote is read: results, a tournament file, a saved game, a bot of a kit.
//!
//! The files in `earlier` were written before faults had details.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::verify;
use crate::cli::{fed, referee, top};

/// A copy of what was written then, which may be changed.
fn copy() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let copy = folder.path().join("earlier");
    let source = top().join("tests/results/earlier");
    let copied = Command::new("cp").arg("-r").arg(source).arg(&copy).status();
    assert!(copied.is_ok_and(|status| status.success()));
    (folder, copy)
}

#[test]
fn a_run_is_explained_and_goes_on() {
    let (_folder, copy) = copy();
    let run = copy.join("cup.db");
    let sound = verify(&run).fine();
    assert!(sound.contains("12 games, complete and sound"), "{sound}");
    let path = run.to_string_lossy().into_owned();
    for (game, detail, diagnosis) in [
        ("1", json!({ "status": 3 }), "crash"),
        ("3", json!("resign"), "resigned"),
        ("4", json!("silence"), "idle"),
    ] {
        let why = referee(&["why", &path, game, "--json"]).fine();
        let why: Value = serde_json::from_str(&why).expect("JSON");
        assert_eq!(why["faults"][0]["detail"], detail);
        assert_eq!(why["faults"][0]["diagnosis"], diagnosis);
    }
    let file = copy.join("cup.toml");
    let text = std::fs::read_to_string(&file).expect("a tournament");
    let more = text.replace("games_per_pair = 2", "games_per_pair = 2\nrounds = 2");
    std::fs::write(&file, more).expect("a file");
    referee(&["run", &file.to_string_lossy(), "--extend"]).fine();
    let sound = verify(&run).fine();
    assert!(sound.contains("24 games, complete and sound"), "{sound}");
}

#[test]
fn a_saved_game_goes_on() {
    let (_folder, copy) = copy();
    let saved = copy.join("saved.json").to_string_lossy().into_owned();
    let seen = fed(&["play", "--continue", &saved], b"1d1c2r\n").fine();
    assert!(seen.contains("Number of turns left: 46"), "{seen}");
}

#[test]
fn a_bot_of_a_kit_plays() {
    let (_folder, copy) = copy();
    let kit = copy.join("kit").to_string_lossy().into_owned();
    referee(&["check", &kit, "--game", "onitama"]).fine();
}
