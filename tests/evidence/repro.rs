//! The same bytes are told again, for every game of a run with faults.

use std::fs;
use std::process::Stdio;

use referee_engine::{SeatTranscript, rules_of};
use referee_games::GameSource;
use serde_json::Value;
use twox_hash::XxHash64;

use super::{FAULTY, PATIENT, bot, lost};
use crate::engine::{Arena, counted, records, wrong};
use crate::kit::{command, referee};

/// Keeps what it reads in a file, and plays the first legal move.
const RECORDER: &str = r#"
import sys
with open(sys.argv[1], "wb") as kept:
    legal = []
    for line in sys.stdin.buffer:
        kept.write(line)
        words = line.decode().split()
        if words[0] == "hello":
            print("ready", flush=True)
        if words[0] == "legal":
            legal = words[1:]
        if words[0] == "go":
            print("move " + legal[0], flush=True)
        if words[0] == "quit":
            break
"#;

#[test]
fn every_game_of_a_run_with_faults_is_told_again() {
    let wrong = wrong(&FAULTY, |(verdict, script)| {
        // In a jail or without one the same is told: one of these faults will do for the jail.
        let mut arena = lost(script);
        let jail: &[&str] = if *verdict == "crash" {
            &[]
        } else {
            arena.settings.insert_str(0, "jail = \"off\"\n");
            &["--jail", "off"]
        };
        let records = counted(arena.records());
        let again = bot(arena.path(), "again", script);
        let again = again.to_string_lossy();
        let run = arena.path().join("cup.db").to_string_lossy().into_owned();
        for record in records {
            let game = record.played.job.number.to_string();
            let reason = record.measured.evidence[0].reason.text();
            if reason != *verdict {
                return Some(format!("{script}: {reason} in place of {verdict}"));
            }
            for seated in &record.played.job.seats {
                let seat = seated.seat.to_string();
                let program = if seated.bot == "bad" {
                    &*again
                } else {
                    "house:first"
                };
                let words = ["repro", &run, &game, &seat, "--bot", program];
                let shown = referee(&[&words[..], jail].concat()).fine();
                let same = ["told the same ", "the same answers as then"];
                if !same.iter().all(|words| shown.contains(words)) {
                    return Some(format!("{script}: {shown}"));
                }
            }
        }
        arena.nothing_is_left();
        None
    });
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_the_bot_reads_are_the_bytes_of_the_record() {
    // In the jail it could keep nothing.
    let arena = Arena::new(&format!("jail = \"off\"\n{PATIENT}"))
        .scripted(
            "bad",
            "wait hello; say ready; wait go; legal; wait go; exit 7",
        )
        .bot("good", "house:first");
    let file = arena.path().join("kept");
    let arena = arena.python("recorder", RECORDER, &file.to_string_lossy());
    let run = arena.path().join("cup.db").to_string_lossy().into_owned();
    let recorder = arena.path().join("recorder");
    let program = recorder.to_string_lossy();
    // Each way once at least: there are four such games.
    let ways: [&[&str]; 3] = [&[], &["--at-once"], &["--pace"]];
    let mut ways = ways.into_iter().cycle();
    for record in arena.records() {
        let game = record.played.job.number.to_string();
        let rules = rules_of(&GameSource::built_in(), &record.played.job).expect("rules");
        let good = record.played.job.seats.iter().enumerate();
        for (i, seated) in good.filter(|(_, seated)| seated.bot == "good") {
            let seat = seated.seat.to_string();
            let way = ways.next().expect("they go round");
            let words = [
                &[
                    "repro", &run, &game, &seat, "--bot", &program, "--jail", "off",
                ],
                way,
            ]
            .concat();
            referee(&words).fine();
            let kept = fs::read(&file).expect("what it read");
            let kept = kept.strip_suffix(b"quit\n").expect("quit at the end");
            let hash = record.measured.bots[i].told.expect("told");
            assert_eq!(
                (hash.bytes, hash.xxh64),
                (kept.len() as u64, XxHash64::oneshot(0, kept))
            );
            let script = SeatTranscript::of(&*rules, &record, seated.seat).expect("a script");
            assert_eq!(script.text().as_bytes(), kept);
        }
    }
}

/// A run with one bot that crashes at its second question; the game in which it is A.
fn crashed() -> (Arena, String) {
    let arena = lost("wait hello; say ready; wait go; legal; wait go; signal 11");
    arena.records();
    let run = arena.path().join("cup.db").to_string_lossy().into_owned();
    (arena, run)
}

fn game_of(run: &str, seat: char) -> String {
    let records = records(std::path::Path::new(run));
    let record = records.iter().find(|r| r.measured.evidence[0].seat == seat);
    record
        .expect("it sits there once")
        .played
        .job
        .number
        .to_string()
}

#[test]
fn another_bot_answers_differently() {
    let (_arena, run) = crashed();
    let game = game_of(&run, 'A');
    let other = referee(&["repro", &run, &game, "--bot", "house:first", "--json"]);
    assert_eq!(other.code, Some(1), "{}", other.stderr);
    let shown: Value = serde_json::from_str(&other.stdout).expect("JSON");
    assert_eq!(shown["same"], Value::Bool(false));
    assert_eq!(shown["answers"][0]["same"], Value::Bool(true), "{shown}");
    assert_eq!(shown["answers"][1]["then"]["fault"], "crash");
    assert!(shown["answers"][1]["now"]["move"].is_string());
    let other = referee(&["repro", &run, &game, "--bot", "house:first"]);
    assert_eq!(other.code, Some(1));
    assert!(
        other.stdout.contains("one answer is different"),
        "{}",
        other.stdout
    );
}

#[test]
fn a_bot_waits_for_a_debugger() {
    let (arena, run) = crashed();
    let game = game_of(&run, 'A');
    let program = bot(arena.path(), "rest", "wait hello; say ready; rest");
    let program = program.to_string_lossy();
    let words = [
        "repro",
        &run,
        &game,
        "A",
        "--bot",
        &program,
        "--stop-at",
        "3",
    ];
    let ended = command(&words)
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    let shown = String::from_utf8(ended.stdout).expect("UTF-8");
    assert!(
        shown.contains("waits for the question of ply 3; Enter"),
        "{shown}"
    );
    assert_eq!(
        ended.status.code(),
        Some(1),
        "nobody can press Enter: {shown}"
    );
    let mut child = command(&words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("piped");
    std::io::Write::write_all(&mut stdin, b"\n").expect("Enter");
    let ended = child.wait_with_output().expect("it ends");
    let shown = String::from_utf8(ended.stdout).expect("UTF-8");
    assert!(shown.contains("one answer is different"), "{shown}");
    let error = referee(&[&words[..7], &["2"]].concat()).refused();
    assert!(error.contains("wasn't asked for that ply"), "{error}");
}

#[test]
fn a_bot_that_hangs_is_told_and_ended() {
    let (arena, run) = crashed();
    let program = bot(
        arena.path(),
        "hangs",
        "wait hello; say ready; wait go; ignore; deaf",
    );
    let program = program.to_string_lossy();
    let game = game_of(&run, 'A');
    let hung = referee(&["repro", &run, &game, "--bot", &program]);
    assert_eq!(hung.code, Some(1), "{}", hung.stderr);
    assert!(
        hung.stdout.contains("stopped: timeout: no byte came"),
        "{}",
        hung.stdout
    );
}
