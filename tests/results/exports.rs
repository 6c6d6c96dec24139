//! Formats of exports, exports that can't be, and readers that go away.

use std::fs;

use super::Arena;
use super::tables::{fixed, results};
use crate::kit::{self, referee};

#[test]
fn logs_are_of_games_that_have_one() {
    let arena = Arena::unjailed("game = \"koolaamee\"\nseed = 2")
        .bot("ann", "house:first")
        .bot("bob", "house:first");
    super::played(&arena);
    let file = results(&arena);
    let path = file.to_string_lossy();
    let message = referee(&["export", &path, "--format", "exam-log"]).refused();
    assert!(
        message.contains("koolaamee has no log of its own"),
        "{message}"
    );
    let message = referee(&["games", &path, "1", "--log"]).refused();
    assert!(
        message.contains("koolaamee has no log of its own"),
        "{message}"
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error_here_either() {
    let (_folder, file) = fixed();
    let path = file.to_string_lossy();
    for command in ["games RUN --csv", "games RUN", "export RUN --format jsonl"] {
        let words = command.replace("RUN", &path);
        let words: Vec<&str> = words.split(' ').collect();
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = kit::command(&words);
        let output = command
            .stdout(writer)
            .stderr(std::process::Stdio::piped())
            .output();
        let output = output.expect("the referee starts");
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn an_export_takes_its_format_from_the_ending() {
    let (folder, file) = fixed();
    let path = file.to_string_lossy();
    for format in ["jsonl", "csv", "md", "json"] {
        let out = folder.path().join(format!("games.{format}"));
        referee(&["export", &path, "-o", &out.to_string_lossy()]).fine();
        let shown = referee(&["export", &path, "--format", format]).fine();
        assert_eq!(fs::read_to_string(out).expect("written"), shown);
    }
    for name in ["games.txt", "games"] {
        let out = folder.path().join(name);
        let message = referee(&["export", &path, "-o", &out.to_string_lossy()]).refused();
        assert!(
            message.contains("--format with one of jsonl, csv, md, json, pgn, exam-log"),
            "{message}"
        );
        assert!(!out.exists());
    }
}
