//! `games RUN N`: recorded games, shown again.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Arena, fit_for_a_terminal, played};
use crate::engine::records;
use crate::kit::{Run, referee};

/// With another as long it does not stand on one line.
const LONG: &str = "a-name-of-exactly-forty-characters-right";

fn results() -> (Arena, PathBuf) {
    let arena = Arena::unjailed("game = \"onitama\"\nrounds = 2\nseed = 3")
        .bot("the-other-name-of-forty-characters-right", "house:random")
        .bot(LONG, "house:greedy")
        .scripted(
            "crasher",
            "wait hello; say ready; wait go; legal; wait go; exit 7",
        );
    played(&arena);
    let file = arena.path().join("cup.jsonl");
    (arena, file)
}

fn games(file: &Path, arguments: &[&str]) -> Run {
    referee(&[&["games", &file.to_string_lossy()], arguments].concat())
}

#[test]
fn games_are_listed_in_schedule_order() {
    let (_arena, file) = results();
    let list = games(&file, &[]).fine();
    let lines: Vec<&str> = list.lines().filter(|line| line.contains("  A ")).collect();
    assert_eq!(lines.len(), 12);
    for (number, line) in (1..).zip(&lines) {
        assert!(line.starts_with(&format!("{number:>5}  A ")), "{line}");
    }
    assert!(
        list.contains("crasher (2)") && list.contains("  crash\n") && list.contains("referee why "),
        "{list}"
    );
    fit_for_a_terminal(&list);
    let list = games(&file, &["--json"]).fine();
    for (number, line) in (1_u64..).zip(list.lines()) {
        let game: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(
            (&game["game"], &game["attempt"]),
            (&number.into(), &1.into())
        );
        assert_eq!(game["seats"].as_array().map(Vec::len), Some(2));
        assert!(game["reason"].is_string());
    }
}

#[test]
fn every_step_is_a_page() {
    let (_arena, file) = results();
    for record in records(&file) {
        let number = record.played.job.number;
        let shown = games(&file, &[&number.to_string()]).fine();
        assert!(shown.starts_with(&format!("Game {number}: A ")), "{shown}");
        let pages = shown.matches("Number of turns left: ").count();
        assert_eq!(pages, record.played.steps.len() + 1);
        if let Some(evidence) = record.measured.evidence.first() {
            let words = format!("{} forfeits: crash\n", evidence.seat);
            assert!(shown.contains(&words), "{shown}");
            assert!(shown.contains(&evidence.sentence), "{shown}");
        }
        fit_for_a_terminal(&shown);
    }
}

#[test]
fn the_record_itself_is_given_as_json() {
    let (_arena, file) = results();
    let shown = games(&file, &["5", "--json"]).fine();
    let shown: referee_record::Record = serde_json::from_str(&shown).expect("a record");
    assert_eq!(shown, records(&file)[4]);
}

#[test]
fn games_that_are_not_there() {
    let (_arena, file) = results();
    let message = games(&file, &["13"]).refused();
    let words = "there is no game 13 among 12 recorded games; ";
    assert!(message.contains(words), "{message}");
    assert_eq!(games(&file, &["0"]).code, Some(2));
    assert_eq!(games(&file, &["x"]).code, Some(2));
}

#[test]
fn an_interrupted_run_is_shown_as_far_as_it_goes() {
    let (_arena, file) = results();
    let text = fs::read_to_string(&file).expect("results");
    fs::write(&file, &text[..text.len() - 100]).expect("written");
    let run = games(&file, &[]);
    assert!(run.stderr.contains("ends in a torn line"), "{}", run.stderr);
    assert_eq!(run.fine().matches("  A ").count(), 11);
}
