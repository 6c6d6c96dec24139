//! Tournament files: those that come with the referee, and their schema.

use std::fs;

use crate::kit::{referee, top};

#[test]
fn the_schemas_in_the_repository_are_those_of_the_code() {
    for name in ["tournament", "regress"] {
        let file = format!("tournaments/{name}.schema.json");
        let stored = fs::read_to_string(top().join(&file)).unwrap_or_default();
        let printed = referee(&["schema", name]).fine();
        assert!(
            stored == printed,
            "it has changed: referee schema {name} > {file}"
        );
    }
    assert_eq!(
        referee(&["schema"]).fine(),
        referee(&["schema", "tournament"]).fine()
    );
}

#[test]
fn every_ready_tournament_is_right() {
    let mut count = 0;
    for entry in fs::read_dir(top().join("tournaments")).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            let text = fs::read_to_string(&path).expect("a text");
            assert!(text.starts_with("#:schema tournament.schema.json\n"));
            assert!(text.lines().count() <= 50, "one screen");
            referee(&["run", "--dry-run", &path.to_string_lossy()]).fine();
            count += 1;
        }
    }
    assert!(count >= 6);
}

#[test]
fn a_typo_is_shown_where_it_stands() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("t.toml");
    fs::write(&path, "game = \"onitama\"\nrouns = 3\n").expect("a file");
    let shown = path.to_string_lossy();
    let message = referee(&["run", "--dry-run", &shown]).refused();
    let expected = format!(
        "referee: {shown}: TOML parse error at line 2, column 1
  |
2 | rouns = 3
  | ^^^^^
unknown field `rouns`, expected one of "
    );
    assert!(message.starts_with(&expected), "{message}");
    assert!(message.ends_with("did you mean `rounds`?\n"), "{message}");
}

#[test]
fn a_file_that_is_not_there_is_bad_input() {
    let message = referee(&["run", "--dry-run", "tournaments/nowhere.toml"]).refused();
    assert!(
        message.starts_with("referee: tournaments/nowhere.toml: No such file"),
        "{message}"
    );
    let expected = "expected a tournament file such as tournaments/quickstart.toml";
    assert!(message.contains(expected), "{message}");
    let message = referee(&["run", "tournaments"]).refused();
    assert!(
        message.contains("tournaments: this is a folder; expected"),
        "{message}"
    );
}

#[test]
fn text_that_is_not_utf8_is_shown_where_it_stands() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("t.toml");
    fs::write(&path, b"game = 'onitama'\nab\xff\n").expect("a file");
    let message = referee(&["run", &path.to_string_lossy()]).refused();
    assert!(
        message.contains("t.toml: line 2, byte 3: this isn't UTF-8"),
        "{message}"
    );
}

#[test]
fn numbers_are_refused_in_plain_words() {
    for arguments in [
        &["run", "x.toml", "--concurrency", "0"][..],
        &["run", "x.toml", "--concurrency", "two"],
        &["run", "x.toml", "--seed", "-"],
        &["play", "--seed", "x"],
        &["check", "x", "--move-ms", "0"],
        &["rules", "onitama", "perft", "x"],
        &["games", "x.jsonl", "x"],
    ] {
        let message = referee(arguments).refused();
        assert!(
            message.contains("expected a whole number from "),
            "{message}"
        );
    }
}
