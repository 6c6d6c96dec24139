//! `why`: a fault on one screen.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use referee_record::Record;
use serde_json::Value;

use super::lost;
use crate::engine::Arena;
use crate::kit::{command, referee};
use crate::results::{contents, fit_for_a_terminal, played, write_chained};

/// The results of an arena with times that are the same everywhere, as JSON lines.
fn fixed(arena: &Arena) -> PathBuf {
    played(arena);
    let file = arena.path().join("fixed.jsonl");
    let mut lines = contents(&arena.path().join("cup.jsonl"));
    for line in &mut lines[1..] {
        let mut record: Record = serde_json::from_value(line.take()).expect("a record");
        for bot in &mut record.measured.bots {
            (bot.memory_bytes, bot.cpu_us) = (None, None);
        }
        for evidence in &mut record.measured.evidence {
            evidence.shares = None;
            let at = |ns: Option<u64>, fixed| ns.map(|_| fixed);
            evidence.ns = if evidence.ns == 0 { 0 } else { 400_100_000 };
            evidence.first_byte_ns = at(evidence.first_byte_ns, 12_300_000);
            evidence.newline_ns = at(evidence.newline_ns, 12_400_000);
        }
        *line = serde_json::to_value(&record).expect("JSON");
    }
    write_chained(&file, &lines);
    file
}

#[test]
fn three_faults_are_explained_as_stored() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/evidence/golden");
    for (name, script) in [
        (
            "illegal",
            "wait hello; say ready; wait go; say move 9z9z9; rest",
        ),
        (
            "crash",
            "wait hello; say ready; wait go; complain oops \\x1b[31m; signal 11",
        ),
        ("silent", "wait hello; say ready; wait go; deaf"),
    ] {
        let arena = lost(script);
        let file = fixed(&arena);
        let output = command(&["why", "fixed.jsonl", "1"])
            .current_dir(file.parent().expect("a folder"))
            .output()
            .expect("it starts");
        let shown = String::from_utf8(output.stdout).expect("UTF-8");
        fit_for_a_terminal(&shown);
        assert!(shown.lines().count() <= 40, "one screen: {shown}");
        expect_file![golden.join(format!("why-{name}.txt"))].assert_eq(&shown);
        let share = shown.lines().find_map(|line| line.strip_prefix("share "));
        let share = share.expect("a command").replace("FOLDER", "shared");
        let words: Vec<&str> = share.split_whitespace().skip(1).collect();
        let status = command(&words)
            .current_dir(arena.path())
            .status()
            .expect("it starts");
        assert!(status.success(), "{share}");
        assert!(arena.path().join("shared").is_dir());
    }
}

#[test]
fn it_is_given_as_json_too() {
    let arena = lost("wait hello; say ready; wait go; say move 9z9z9; rest");
    arena.records();
    let run = arena.path().join("cup.db").to_string_lossy().into_owned();
    let shown = referee(&["why", &run, "1", "--json"]).fine();
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    let fault = &shown["faults"][0];
    assert_eq!(fault["reason"], "illegal-move");
    assert_eq!(fault["detail"], "refused-move");
    assert_eq!(fault["diagnosis"], "illegal-move");
    assert_eq!(fault["legal"].as_array().map(Vec::len), Some(3));
    assert_eq!(fault["asked"], "go move_ms=10000");
    assert!(fault["newline_ns"].as_u64() >= fault["first_byte_ns"].as_u64());
    assert!(
        fault["last_bytes"]
            .as_str()
            .is_some_and(|b| b.contains("9z9z9"))
    );
    assert!(fault["advice"].as_array().is_some_and(|a| !a.is_empty()));
}

#[test]
fn a_game_without_a_fault_says_so() {
    let arena = Arena::new("game = \"onitama\"\nrounds = 1\noptions = { turns = 2 }")
        .bot("one", "house:first")
        .bot("two", "house:first");
    arena.records();
    let run = arena.path().join("cup.db").to_string_lossy().into_owned();
    let shown = referee(&["why", &run, "1"]).fine();
    assert!(shown.contains("No seat had a fault"), "{shown}");
    let error = referee(&["why", &run, "1", "C"]).refused();
    assert!(
        error.contains("has no seat C; expected one of AB"),
        "{error}"
    );
    let error = referee(&["repro", &run, "1", "--bot", "house:first"]).refused();
    assert!(
        error.contains("no seats had a fault; write which"),
        "{error}"
    );
    assert!(error.contains(" (A or B) behind the number"), "{error}");
}

#[test]
fn every_fault_that_is_shown_ends_with_its_command() {
    let arena = lost("wait hello; say ready; wait go; exit 7");
    let output = arena.run(&["--log", &arena.path().join("traffic").to_string_lossy()]);
    let run = arena.path().join("cup.db").to_string_lossy().into_owned();
    // Lines may have been broken between words.
    let flat = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let why = format!("referee why {run} 1 ");
    let ended = flat(&String::from_utf8_lossy(&output.stderr));
    assert!(ended.contains(&why), "{ended}");
    for words in [
        &["games", &run][..],
        &["games", &run, "1"],
        &["games", &run, "1"],
    ] {
        let shown = flat(&referee(words).fine());
        assert!(shown.contains(&why), "{words:?}: {shown}");
    }
    let shown = flat(&referee(&["standings", &run]).fine());
    assert!(
        shown.contains(&format!("referee games {run} --result fault")),
        "{shown}"
    );
    let mut logs = fs::read_dir(arena.path().join("traffic"))
        .expect("logs")
        .flatten();
    let is_logged =
        logs.any(|log| fs::read_to_string(log.path()).is_ok_and(|log| log.contains(&why)));
    assert!(is_logged, "the log of the bot says it");
}
