//! Results hold the rules that they were played by: what is looked at afterwards needs nothing else.

use std::fs;

use super::arena;
use crate::kit::referee;
use crate::results::{contents, write_chained};

#[test]
fn results_are_enough_where_the_folder_is_gone() {
    let arena = arena("sound", "games_per_pair = 4\nrestart = \"never\"");
    let output = arena.run(&[]);
    assert_eq!(output.status.code(), Some(0));
    let at = |name: &str| arena.path().join(name).to_string_lossy().into_owned();
    let run = at("cup.db");
    let looks = || {
        let page = at("page.html");
        referee(&["report", &run, "-o", &page]).fine();
        let page = fs::read_to_string(page).expect("a page");
        assert!(page.contains("six"), "no reason on the page");
        vec![
            referee(&["verify", &run]).fine(),
            referee(&["games", &run, "1"]).fine(),
            referee(&["why", &run, "1"]).fine(),
            referee(&["repro", &run, "2", "A", "--bot", "house:first", "--json"])
                .code
                .map_or(String::new(), |code| code.to_string()),
            referee(&["export", &run, "--format", "jsonl"]).fine(),
            page,
        ]
    };
    let before = looks();
    fs::rename(at("six"), at("seven")).expect("another name");
    assert_eq!(looks(), before);
    // An export holds them, too.
    let lines = at("cup.jsonl");
    fs::write(&lines, &before[4]).expect("a file");
    let said = referee(&["verify", &lines]).fine();
    assert!(said.contains("4 games, complete and sound"), "{said}");
    let said = referee(&["games", &run, "--reason", "sixx"]).refused();
    assert!(said.contains("the words are six, "), "{said}");
}

#[test]
fn rules_that_are_not_what_was_played_by_are_not_asked() {
    let arena = arena("sound", "");
    assert_eq!(arena.run(&[]).status.code(), Some(0));
    let run = arena.path().join("cup.db").to_string_lossy().into_owned();
    let lines = arena.path().join("cup.jsonl");
    let exported = referee(&["export", &run, "--format", "jsonl"]).fine();
    fs::write(&lines, exported).expect("a file");
    let mut all = contents(&lines);
    let game = all[0]["revision"]["game"].as_object_mut();
    // As if they had been too large.
    game.expect("a game").remove("files").expect("files");
    let none = arena.path().join("none.jsonl");
    write_chained(&none, &all);
    let none = none.to_string_lossy().into_owned();
    let said = referee(&["verify", &none]);
    assert_eq!(said.code, Some(4), "{}{}", said.stdout, said.stderr);
    assert!(
        said.stdout.contains("not checked by the rules: 2 games"),
        "{}",
        said.stdout
    );
    assert!(
        said.stderr.contains("its files have more than 4 MiB"),
        "{}",
        said.stderr
    );
}
