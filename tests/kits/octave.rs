//! The exam of old: submissions that are one function in its signature each, played as they were
//! handed in. One throws an error in its third move.

use std::fs;

use referee_record::{Record, Step};
use serde_json::Value;

use super::{Ground, PATH, shell};
use crate::cli::top;
use crate::engine::records;

/// The exam; `{kit}` is the folder of the kit, `{top}` the project's.
const EXAM: &str = r#"game = "onitama"
format = "exam"
seed = 11
time = { move_ms = 5000 }
submissions = "submissions/*"
submission_defaults = { run = "octave-cli -q --no-history --path {kit} --eval exam_bot", read = ["{kit}"] }
[limits]
start_ms = 60000
[exam.basics]
questions = [
  { name = "no pawn can move", state = "...../B...a/...AW/...../..... A 10 ...../...x./..ox./...../..... ...../...x./..o../....x/..... ...../..x../..o../.x.x./..... ...../.x.x./..o../.x.x./..... ..x../.x.x./..o../...../....." },
]
[exam.qualification]
examiner = "greedy"
errors = 0
words = ["illegal-move", "timeout", "crash", "exit", "no-handshake"]
[exam.main]
deals = "{top}/tournaments/exam-deals.txt"
[[bots]]
bot = "house:greedy"
[[bots]]
name = "random"
bot = "house:random"
"#;

/// The games that a bot played.
fn of<'a>(games: &'a [Record], bot: &'a str) -> impl Iterator<Item = &'a Record> {
    let plays = move |game: &&Record| game.played.job.seats.iter().any(|chair| chair.bot == bot);
    games.iter().filter(plays)
}

fn faults(game: &Record, bot: &str) -> Vec<String> {
    let evidence = game.measured.evidence.iter();
    let seat = |letter: char| game.played.job.seats.iter().find(move |c| c.seat == letter);
    let own = evidence.filter(|one| seat(one.seat).is_some_and(|chair| chair.bot == bot));
    own.map(|one| format!("{}: {}", one.reason, one.stderr))
        .collect()
}

/// How many moves a bot made.
fn moves(game: &Record, bot: &str) -> usize {
    let seats = &game.played.job.seats;
    let own = |letter: char| {
        seats
            .iter()
            .any(|chair| chair.seat == letter && chair.bot == bot)
    };
    let steps = game.played.steps.iter();
    steps
        .filter(|step| matches!(step, Step::Move { seat, .. } if own(*seat)))
        .count()
}

#[test]
#[ignore = "long: needs Octave"]
fn old_submissions_sit_the_exam() {
    if !PATH
        .split(':')
        .any(|folder| fs::exists(format!("{folder}/octave-cli")).unwrap_or(false))
    {
        println!("octave: skipped, octave-cli isn't installed");
        return;
    }
    let ground = Ground::new(true);
    let (folder, top) = (ground.path().display(), top());
    let made = ground.referee(&["new", "octave", "kit"]);
    assert!(made.status.success());
    let exam = EXAM
        .replace("{kit}", &format!("{folder}/kit"))
        .replace("{top}", &top.display().to_string());
    let file = ground.path().join("exam.toml");
    fs::write(&file, exam).expect("written");
    let submissions = top.join("tests/kits/submissions");
    let copied = format!(
        "cp -r '{}' '{folder}' && chmod -R a+rX '{folder}'",
        submissions.display()
    );
    assert!(shell(&copied).status.success());
    let played = ground.referee(&["run", "exam.toml", "--out", "exam.db"]);
    let told = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{told}");

    let games = records(&ground.path().join("exam.db"));
    for game in of(&games, "plain") {
        assert_eq!(faults(game, "plain"), [""; 0]);
    }
    let thrown = of(&games, "throws").filter(|game| {
        let faults = faults(game, "throws");
        let third = moves(game, "throws") == 2 && faults.len() == 1;
        assert!(
            third || faults.is_empty() && moves(game, "throws") < 3,
            "{faults:?}"
        );
        let told = |fault: &String| {
            fault.starts_with("crash: ") && fault.contains("error: no idea for turn")
        };
        assert!(faults.iter().all(told), "{faults:?}");
        third
    });
    assert!(
        thrown.count() >= 2,
        "a game or two may be lost before the third move"
    );

    let marks = ground.referee(&["marks", "exam.db", "--json"]);
    let marks: Value = serde_json::from_slice(&marks.stdout).expect("JSON");
    let row = |id: &str| marks["rows"].as_array()?.iter().find(|row| row["id"] == id);
    let (plain, throws) = (row("plain").expect("a row"), row("throws").expect("a row"));
    assert!(plain["rank"].is_u64() && plain["errors"] == 0, "{plain}");
    assert!(throws["rank"].is_null(), "{throws}");
    assert!(
        throws["why"]
            .as_str()
            .is_some_and(|why| why.starts_with("not eligible")),
        "{throws}"
    );
}
