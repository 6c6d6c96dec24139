//! The built-in games by their own `referee rules`, which play as built in.

use std::collections::BTreeMap;
use std::fs;

use referee_games::games;
use serde_json::Value;

use super::text;
use crate::engine::Arena;
use crate::kit::referee;
use crate::results::contents;

/// Plays dealt games with random openings, and returns what happened in each, without what tells of the program.
fn played(game: &str, more: &str, description: Option<&str>) -> Vec<Value> {
    let settings = format!("game = {game:?}\nseed = 5\nstart = \"deal\"\nopenings = 2\n{more}");
    let arena = Arena::unjailed(&settings)
        .bot("ann", "house:random")
        .bot("bob", "house:first");
    if let Some(description) = description {
        let folder = arena.path().join("own");
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("game.toml"), description).expect("a file");
    }
    let output = arena.run(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let at = |name: &str| arena.path().join(name).to_string_lossy().into_owned();
    let (run, lines) = (at("cup.db"), at("cup.jsonl"));
    let said = referee(&["verify", &run, "--trust-rules"]).fine();
    assert!(said.contains("complete and sound"), "{said}");
    referee(&["export", &run, "--format", "jsonl", "-o", &lines]).fine();
    let records = contents(lines.as_ref()).split_off(1);
    let of_game = |mut record: Value| {
        let mut played = record["played"].take();
        for key in ["id", "rules"] {
            played["job"].as_object_mut().expect("a job").remove(key);
        }
        played
    };
    records.into_iter().map(of_game).collect()
}

#[test]
fn built_in_games_play_the_same_by_their_own_sessions() {
    compare(20);
}

#[test]
#[ignore = "a thousand games of each"]
fn a_thousand_built_in_games_play_the_same_by_their_own_sessions() {
    compare(1000);
}

fn compare(count: usize) {
    let more = format!("restart = \"never\"\ngames_per_pair = {count}");
    let program = env!("CARGO_BIN_EXE_referee");
    for kind in games() {
        let (game, rules) = (kind.name(), kind.rules(&BTreeMap::new()).expect("defaults"));
        let reasons = rules.reasons();
        let description = format!(
            "name = {game:?}\nreasons = {reasons:?}\nmax_plies = 100000\nrun = [{program:?}, \"rules\", {game:?}]\n"
        );
        let built_in = played(game, &more, None);
        assert_eq!(built_in.len(), count);
        let own = played("./own", &more, Some(&description));
        assert!(built_in == own, "{game}: other games");
    }
}
