//! What isn't a fault: the game goes on as if nothing had been.

use referee_record::Record;

use super::{Arena, counted, of, wrong};
use crate::builds::confined;
use crate::skip::skip;

/// Limits that decide nothing, so that other tests may run beside these.
const LONG: &str = "
game = \"onitama\"
options = { turns = 8 }
time = { move_ms = 20000 }
[limits]
start_ms = 30000
grace_ms = 200
";

/// Scripts of bots that play on to the end.
const HARMLESS: &[&str] = &[
    "wait hello; say ready; rest",
    "say welcome to my bot; say; wait hello; say ready fox version=1 colour=red nonsense; rest",
    "wait hello; raw \\xef\\xbb\\xbfready\\r\\n; rest",
    "wait hello; say   ready fox  ; rest",
    "say ready; wait hello; rest",
    "wait hello; say ready; wait go; repeat 1000 x; legal; rest",
    "wait hello; say ready; wait go; say thinking; say info depth=3 score=12; legal; rest",
    "wait hello; say ready; wait go; raw \\n \\r\\n\\xff\\x00\\n; legal; rest",
    "wait hello; say ready; stderr 3000000; wait go; stderr 3000000; legal; rest",
    "wait hello; say ready; close stderr; rest",
    // An early answer isn't played, and a second one isn't either.
    "wait hello; raw ready\\nmove 1e1d1s\\nresign\\n; rest",
    "wait hello; say ready; wait go; double resign; rest",
    "wait hello; say ready; wait go; double move 9z9z9; rest",
    // Trailing words and pairs that the referee doesn't know.
    "wait hello; say ready; wait go; legal MOVE; legal; rest",
];

#[test]
fn harmless_oddities_are_forgiven() {
    let wrong = wrong(HARMLESS, |script| {
        let arena = Arena::new(LONG)
            .scripted("odd", script)
            .bot("good", "house:first");
        let forgiven = |record: &&Record| {
            let reason = record.played.verdict.reason.as_str();
            let ends = ["turns", "base", "general"].contains(&reason);
            ends && of(record, "odd").fault.is_none()
        };
        let records = counted(arena.records());
        assert_eq!(records.len(), 2, "{script}");
        let blamed = records.iter().find(|record| !forgiven(record))?;
        Some(format!("{script}: {:?}", blamed.measured.evidence))
    });
    assert!(wrong.is_empty(), "{wrong}");
}

/// Plays against a bot to the end, and sees no fault of the scripted bot; the records.
fn unharmed(settings: &str, script: &str, opponent: &str) -> Vec<Record> {
    let arena = Arena::new(settings)
        .scripted("odd", script)
        .bot("good", opponent);
    let records = arena.records();
    for record in &records {
        let evidence = &record.measured.evidence;
        assert_eq!(of(record, "odd").fault, None, "{evidence:?}");
    }
    records
}

#[test]
fn info_is_kept_with_its_move() {
    let script = "wait hello; say ready; wait go; say info depth=3 text=\"hm\"; legal; rest";
    let arena = Arena::new(LONG)
        .scripted("odd", script)
        .bot("good", "house:first");
    for record in arena.records() {
        let infos: Vec<_> = record
            .measured
            .plies
            .iter()
            .flat_map(|ply| &ply.info)
            .collect();
        assert_eq!(infos, ["depth=3 text=\"hm\""]);
    }
}

#[test]
fn more_info_than_is_kept_costs_nothing() {
    // A megabyte in the shortest lines, in every turn: none may fill the record or the clock.
    let script = "wait hello; say ready; infos 120000; rest";
    let settings = LONG.replace("move_ms = 20000", "move_ms = 2000");
    for record in unharmed(&settings, script, "house:first") {
        assert!(serde_json::to_vec(&record).expect("JSON").len() < 1 << 20);
    }
}

#[test]
fn a_deep_scratch_folder_is_removed() {
    if !confined() {
        skip(
            "a_deep_scratch_folder_is_removed",
            "without namespaces there is no scratch folder",
        );
        return;
    }
    let script = "deep 3000; wait hello; say ready; rest";
    unharmed(LONG, script, "house:first");
}

#[test]
fn stderr_after_a_move_holds_nobody_up() {
    // More than a pipe takes, written while the opponent thinks.
    let script = "wait hello; say ready; wait go; legal; stderr 3000000; rest";
    let settings = LONG.replace("move_ms = 20000", "move_ms = 300");
    unharmed(&settings, script, "house:sleeper,ms=100");
}

#[test]
fn last_words_count() {
    // B is one move from its end of turns: after the bot's only move the game is over.
    let script = "wait hello; say ready; wait go; legal; exit 1";
    let settings = LONG.replace("turns = 8", "turns = 2");
    let arena = Arena::new(&settings)
        .scripted("odd", script)
        .bot("good", "house:first");
    for record in arena.records() {
        assert_eq!(
            record.played.verdict.reason, "turns",
            "{:?}",
            record.measured.evidence
        );
        assert_eq!(of(&record, "odd").fault, None);
    }
}

#[test]
fn a_bot_that_ignores_quit_is_ended() {
    let script = "ignore; wait hello; say ready; wait go; legal; deaf";
    let settings = LONG.replace("turns = 8", "turns = 2");
    let arena = Arena::new(&settings)
        .scripted("odd", script)
        .bot("good", "house:first");
    for record in arena.records() {
        let odd = record
            .played
            .job
            .seats
            .iter()
            .position(|c| c.bot == "odd")
            .expect("plays");
        assert_eq!(of(&record, "odd").fault, None);
        let exit = record.measured.bots[odd].exit.as_deref();
        assert_eq!(exit, Some("was killed by the referee"));
    }
}

#[test]
fn a_daemon_that_holds_the_pipes_is_ended_too() {
    let script = "orphan; wait hello; say ready; rest";
    let arena = Arena::new(LONG)
        .scripted("odd", script)
        .bot("good", "house:first");
    for record in arena.records() {
        assert_eq!(of(&record, "odd").fault, None);
    }
}
