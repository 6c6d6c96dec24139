//! What tables and reports of an exam tell: rulings, right answers, and on what it was played.

use std::fs;
use std::path::PathBuf;

use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;

use super::{EXAM, shown};
use crate::kit::referee;

/// A copy of the shipped exam's results.
fn copy() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let run = folder.path().join("exam.db");
    fs::copy(EXAM.path("exam.db"), &run).expect("a copy");
    (folder, run)
}

#[test]
fn a_student_reads_the_rulings_on_own_games_and_no_others() {
    let (folder, run) = copy();
    let run = shown(&run);
    let list = referee(&["games", &run, "--bot", "s101", "--stage", "main", "--json"]).fine();
    let game: Value = serde_json::from_str(list.lines().next().expect("a game")).expect("JSON");
    let number = game["game"].to_string();
    referee(&["annul", &run, &number, "--because", "the disk was full"]).fine();
    let reports = folder.path().join("reports");
    let roster = ["--roster", "tournaments/exam/roster.csv"];
    let write = ["marks", &run, "--reports", &shown(&reports)];
    referee(&[&write[..], &roster].concat()).fine();
    let played = |id: &str| {
        let seats = game["seats"].as_array().expect("seats");
        seats.iter().any(|seat| seat["bot"] == id)
    };
    for id in ["s101", "s102", "s103", "s104", "s105", "s106"] {
        let report = fs::read_to_string(reports.join(format!("{id}.txt"))).expect("a report");
        let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_reported = report.contains(&format!("Game {number} (main, deal "))
            && report.contains("doesn't count: the disk was full.");
        assert_eq!(is_reported, played(id), "{id}: {report}");
    }
}

#[test]
fn everyone_reads_that_results_were_changed() {
    let (folder, run) = copy();
    let connection = Connection::open(&run).expect("a database");
    let edit = "UPDATE sessions SET text = replace(text, '\"level\":\"', '\"level\":\"very ')";
    connection.execute_batch(edit).expect("it can be changed");
    drop(connection);
    let run = shown(&run);
    let reports = folder.path().join("reports");
    let roster = ["--roster", "tournaments/exam/roster.csv"];
    let table = referee(&[&["marks", &run][..], &roster].concat()).fine();
    let json = referee(&[&["marks", &run, "--json"][..], &roster].concat()).fine();
    let write = ["marks", &run, "--reports", &shown(&reports)];
    referee(&[&write[..], &roster].concat()).fine();
    let report = fs::read_to_string(reports.join("s101.txt")).expect("a report");
    for text in [table, json, report] {
        assert!(text.contains("DAMAGED OR CHANGED"), "{text}");
    }
}

#[test]
fn right_answers_are_the_wins_of_the_basics() {
    let run = shown(&EXAM.path("exam.db"));
    let report = referee(&["standings", &run, "--stage", "basics", "--json"]).fine();
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let rows = report["standings"].as_array().expect("rows");
    let mut wrong = 0;
    for row in rows
        .iter()
        .filter(|row| row["bot"].as_str().is_some_and(|bot| bot.starts_with('s')))
    {
        let id = row["bot"].as_str().expect("a name");
        assert_eq!(row["wins"], EXAM.row(id)["basics"], "{id}");
        let faults = row["faults"].as_object().expect("faults").len() as u64;
        wrong += row["losses"]
            .as_u64()
            .expect("a number")
            .saturating_sub(faults);
    }
    assert!(wrong > 0, "somebody answered wrongly by a legal move");
    let note = report["notes"][0].as_str().expect("a note");
    assert!(note.contains("W is a right answer"), "{note}");
}

#[test]
fn marks_say_that_bots_had_to_wait_for_each_other() {
    let (_folder, run) = copy();
    let crowded = "other runs play on 2 of 2 cores, and this one needs 1";
    let connection = Connection::open(&run).expect("a database");
    let set = "UPDATE sessions SET text = json_set(text, '$.crowded', ?)";
    connection.execute(set, [crowded]).expect("room");
    drop(connection);
    let run = shown(&run);
    assert!(referee(&["standings", &run]).fine().contains(crowded));
    let marks = ["marks", &run, "--roster", "tournaments/exam/roster.csv"];
    assert!(referee(&marks).fine().contains(crowded));
}
