//! Tests chess engines that speak the protocol of xboard as bots: a usual game, and engines that misbehave.

use std::fs;

use referee_record::{FaultKind, Record};
use tempfile::TempDir;

use super::{QUICK, START, arena_of, begin_not, lose, told};
use crate::engine::Arena;

/// The protocol, and an engine that speaks it.
const XBOARD: (&str, &str) = ("xboard", include_str!("xboard.py"));

fn arena(settings: &str, mode: &str, keys: &str) -> Arena {
    arena_of(XBOARD, settings, mode, keys)
}

fn played(mode: &str) -> Vec<Record> {
    arena(QUICK, mode, "").records()
}

#[test]
fn engines_play_chess() {
    for mode in ["well", "other words", "slow features", "no features"] {
        let records = played(mode);
        assert_eq!(records.len(), 2);
        for record in &records {
            let verdict = &record.played.verdict;
            assert_eq!(verdict.reason, "checkmate", "{mode}");
            assert_eq!(verdict.seat('B').map(|seat| seat.place), Some(1));
        }
    }
}

#[test]
fn an_engine_loses_by_what_it_does() {
    lose(
        XBOARD,
        &[
            ("wrong", FaultKind::IllegalMove),
            ("dies", FaultKind::Crash),
            ("leaves", FaultKind::Exit),
            ("silent", FaultKind::Timeout),
            ("resigns", FaultKind::Resigned),
            ("resigns in words", FaultKind::Resigned),
        ],
    );
}

/// Options that an engine doesn't have, and engines that never get ready, are told before the first game.
#[test]
fn what_cant_begin_is_told_at_the_start() {
    begin_not(
        XBOARD,
        4000,
        &[
            (
                "well",
                "xboard = { Hash = 64 }",
                "the engine has no option \"Hash\"; it has memory, Own Book, Fatal",
            ),
            (
                "well",
                "xboard = { \"Own Book\" = 3 }",
                "expected true or false",
            ),
            (
                "well",
                "xboard = { Fatal = true }",
                "the bot ended with status 9",
            ),
            ("no features", "xboard = { memory = 64 }", "it has none"),
            ("never ready", "", "bot odd: it isn't ready"),
        ],
    );
}

#[test]
fn options_belong_to_a_protocol() {
    let arena = arena(QUICK, "well", "uci = { Hash = 64 }");
    let output = arena.run(&[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let words: Vec<&str> = stderr.split_whitespace().collect();
    let why = "uci: Hash is an option of an engine; this one speaks another protocol: write it into `xboard`";
    assert!(words.join(" ").contains(why), "{stderr}");
}

/// An engine is given the position once, and then each move; its options and its clock are in its own words.
#[test]
fn engines_are_told_the_game_and_their_clocks() {
    let folder = TempDir::new().expect("a folder");
    let engine = folder.path().join("engine.py");
    fs::write(&engine, XBOARD.1).expect("a file");
    let engine = engine.to_string_lossy();
    let first = format!(
        "game chess seat=B seats=AB id=1 seed=1 variant=standard legal=off\nplayed A f2f3 ms=1\n\
         state {START} f2f3\ngo clock_ms=61900 inc_ms=10 clock_B=7 clock_A=700\n"
    );
    let second = "played B e7e5 ms=1\nplayed A g2g4 ms=1\nstate not needed any more\ngo clock_ms=900 clock_A=1\n";
    let stderr = told(
        &[
            "xboard",
            "--set",
            "memory=32",
            "--",
            "python3",
            &engine,
            "well",
        ],
        &[
            (
                "hello referee 1\n",
                &["ready Fool-1.0 games=chess legal=off setup=on"],
            ),
            (
                &first,
                &[
                    "ready",
                    "info depth=4 score=1 nodes=20 time=10 pv=e7e5",
                    "move e7e5",
                ],
            ),
            (
                second,
                &["info depth=4 score=3 nodes=20 time=10 pv=d8h4", "move d8h4"],
            ),
        ],
    );
    let expected = format!(
        "memory 32\nsetboard {START}\nusermove f2f3\nlevel 0 1:02 0.01\ntime 6190\notim 70\ngo\n\
         usermove g2g4\ntime 90\notim 1\ngo\nquit\n"
    );
    assert_eq!(stderr, expected);
}

/// A time for a move may have parts of a second, which xboard has no word for.
#[test]
fn a_move_is_asked_for_when_its_time_is_over() {
    let folder = TempDir::new().expect("a folder");
    let engine = folder.path().join("engine.py");
    fs::write(&engine, XBOARD.1).expect("a file");
    let engine = engine.to_string_lossy();
    let first = format!(
        "game chess seat=A seats=AB id=1 seed=1 variant=standard legal=off\nstate {START}\ngo move_ms=200\n"
    );
    let stderr = told(
        &["xboard", "--", "python3", &engine, "waits"],
        &[
            (
                "hello referee 1\n",
                &["ready Fool-1.0 games=chess legal=off setup=on"],
            ),
            (
                &first,
                &[
                    "ready",
                    "info depth=4 score=0 nodes=20 time=10 pv=f2f3",
                    "move f2f3",
                ],
            ),
        ],
    );
    assert_eq!(stderr, format!("setboard {START}\nst 1\ngo\n?\nquit\n"));
}
