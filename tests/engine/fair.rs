//! Fair time: who rests, what is charged, and what is nobody's fault.

use std::collections::{BTreeMap, HashMap};
use std::process::Command;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use referee_engine::{EngineContext, GameRunner, ProcessScope, Program, audit, rules_of};
use referee_games::GameSource;
use referee_jail::{DisabledLayers, Level};
use referee_record::{
    FaultKind, Job, Pondering, Record, SeatAssignment, Start, StartFrom, TimeControl, derive,
};

use super::{Arena, of, python_bot, records};

/// Tells with each move the longest gap that a thread of its own has seen since the last one.
const WATCHFUL: &str = r#"
import sys, threading, time
gap = 0.0
def watch():
    global gap
    last = time.monotonic()
    while True:
        time.sleep(0.001)
        now = time.monotonic()
        gap = max(gap, now - last)
        last = now
threading.Thread(target=watch, daemon=True).start()
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("ready", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        time.sleep(0.01)
        print(f"info gap_ms={int(gap * 1000)}", flush=True)
        gap = 0.0
        print("move", legal[0], flush=True)
    elif words[0] == "quit":
        break
"#;

/// What the watchful bot saw, but for its first move in each game.
fn gaps(records: &[Record]) -> Vec<u64> {
    let mut gaps = Vec::new();
    for record in records {
        let infos = record.measured.plies.iter().flat_map(|ply| &ply.info);
        let gap_texts = infos.filter_map(|info| info.strip_prefix("gap_ms="));
        gaps.extend(
            gap_texts
                .skip(1)
                .map(|gap| gap.parse::<u64>().expect("a number")),
        );
    }
    gaps
}

#[test]
fn a_bot_is_frozen_while_it_is_not_its_turn() {
    for restart in ["game", "never"] {
        let settings = format!(
            "game = \"onitama\"\nrounds = 2\nrestart = {restart:?}\nconcurrency = 1\n\
             options = {{ turns = 4 }}\nstart = \"deal\"\ntime = {{ move_ms = 20000 }}"
        );
        let arena = Arena::new(&settings)
            .python("watchful", WATCHFUL, "")
            .bot("slow", "house:sleeper,ms=300");
        let gaps = gaps(&arena.records());
        assert!(!gaps.is_empty());
        // All of the opponent's time has to be missing.
        assert!(gaps.iter().all(|gap| *gap >= 290), "{restart}: {gaps:?}");
    }
}

#[test]
fn cpu_time_is_charged_instead_of_wall_time() {
    let settings = "game = \"onitama\"\nrounds = 1\nconcurrency = 1\noptions = { turns = 2 }\n\
        time = { move_ms = 250, charge = \"cpu\" }";
    let arena = Arena::new(settings)
        .bot("sleeper", "house:sleeper,ms=600")
        .scripted("spinner", "wait hello; say ready; wait go; spin");
    for record in arena.records() {
        assert_eq!(of(&record, "sleeper").fault, None);
        let spinner = of(&record, "spinner");
        assert_eq!(spinner.fault.map(FaultKind::text), Some("timeout"));
        let evidence = &record.measured.evidence[0];
        assert!(evidence.ns >= 250_000_000, "{}", evidence.ns);
    }
}

#[test]
fn a_referee_that_was_stopped_makes_the_game_void_and_plays_it_again() {
    let settings = "game = \"onitama\"\nrounds = 1\nconcurrency = 1\n\
        options = { turns = 6 }\ntime = { move_ms = 1000 }\ntries = 100\n";
    let arena = Arena::new(settings)
        .bot("one", "house:sleeper,ms=300")
        .bot("two", "house:sleeper,ms=300");
    let mut referee = arena.command(&[]).spawn().expect("the referee starts");
    let signal = |name: &str| {
        let id = referee.id().to_string();
        Command::new("kill")
            .args([name, &id])
            .status()
            .expect("kill")
    };
    for _ in 0..2 {
        sleep(Duration::from_millis(1500));
        signal("-STOP");
        sleep(Duration::from_secs(2));
        signal("-CONT");
    }
    assert!(referee.wait().expect("its end").success());
    let records = records(&arena.path().join("cup.db"));
    let void = |record: &&Record| record.played.verdict.void.is_some();
    let voids: Vec<_> = records.iter().filter(void).collect();
    assert!(!voids.is_empty());
    for record in &voids {
        let why = record.played.verdict.void.as_deref().unwrap_or_default();
        assert!(why.contains("ms"), "{why}");
        let rules = rules_of(&GameSource::built_in(), &record.played.job).expect("rules");
        audit(&*rules, record).expect("a sound record");
        let again = |other: &&Record| other.played.job.id == record.played.job.id;
        let last = records
            .iter()
            .filter(again)
            .max_by_key(|other| other.attempt);
        assert!(last.is_some_and(|last| last.played.verdict.void.is_none()));
    }
}

/// Has four processes compute beside itself, on one core, for what takes a quarter of a second alone.
const CROWDED: &str = r#"
import os, sys, time
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("ready", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        children = []
        for _ in range(4):
            child = os.fork()
            if child == 0:
                while True:
                    pass
            children.append(child)
        while time.process_time() < 0.25:
            pass
        print("move", legal[0], flush=True)
    elif words[0] == "quit":
        break
"#;

#[test]
fn a_bot_that_crowds_itself_out_loses() {
    let settings = "game = \"onitama\"\nrounds = 3\nconcurrency = 1\n\
        time = { move_ms = 400 }\noptions = { turns = 2 }";
    let arena = Arena::new(settings)
        .python("crowded", CROWDED, "")
        .bot("first", "house:first");
    // Where the machine is busy, some games are void by what others take.
    let records = arena.records();
    let lost =
        |record: &&Record| of(record, "crowded").fault.map(FaultKind::text) == Some("timeout");
    assert!(records.iter().any(|record| lost(&record)));
}

/// A job that two programs play in onitama.
fn job(pondering: Pondering) -> Job {
    let seated = |seat: char, bot: &str| SeatAssignment::new(seat, bot, 1, TimeControl::default());
    let seed = derive(0, "fair", &[]);
    Job {
        options: BTreeMap::from([("turns".to_owned(), "4".to_owned())]),
        pondering: Some(pondering),
        ..Job::single(
            "main",
            "onitama",
            Start::new(StartFrom::Default, seed),
            seed,
            vec![seated('A', "one"), seated('B', "two")],
        )
    }
    .identify()
}

/// Plays a job with these scripts.
fn play(job: &Job, scripts: [&str; 2]) -> Record {
    let scope = ProcessScope::open(
        env!("CARGO_BIN_EXE_referee").as_ref(),
        Level::Auto,
        &DisabledLayers::default(),
    );
    let program = |(name, script): (&str, &str)| Program {
        env: vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())],
        ..Program::new(
            name,
            "/usr/bin/env".into(),
            vec!["python3".into(), "-c".into(), script.into()],
        )
    };
    let programs = ["one", "two"].into_iter().zip(scripts).map(program);
    let programs: HashMap<_, _> = programs.map(|p| (p.name.clone(), p)).collect();
    let context = EngineContext::new(Arc::new(programs), scope.expect("a folder"));
    let mut table = GameRunner::new(context, None);
    let record = table.play(job, 1, None).expect("a sound job");
    table.close();
    record.expect("nobody stops it")
}

/// Plays when it has been told of the opponent's last move, which only comes while it isn't asked.
const PONDERING: &str = r#"
import sys, time
legal = []
told = 0.0
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("ready ponder=on", flush=True)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "played" and words[1] == "A":
        told = time.monotonic()
    elif words[0] == "go":
        print(f"info early_ms={int((time.monotonic() - told) * 1000)}", flush=True)
        time.sleep(0.3)
        print("move", legal[0], flush=True)
    elif words[0] == "quit":
        break
"#;

#[test]
fn who_ponders_is_told_at_once() {
    let record = play(&job(Pondering::On), [PONDERING, PONDERING]);
    assert_eq!(record.played.verdict.void, None);
    let early: Vec<u64> = record
        .measured
        .plies
        .iter()
        .step_by(2)
        .skip(1)
        .flat_map(|ply| &ply.info)
        .filter_map(|info| info.strip_prefix("early_ms=")?.parse().ok())
        .collect();
    // A heard of its own move before B took its time.
    assert!(
        !early.is_empty() && early.iter().all(|ms| *ms >= 290),
        "{early:?}"
    );
}

#[test]
fn who_is_ignored_runs_on() {
    // It answers nothing before a thread of its own has seen the opponent's turn go by.
    let record = play(&job(Pondering::Ignore), [WATCHFUL, PONDERING]);
    let frozen = gaps(std::slice::from_ref(&record));
    assert!(frozen.iter().any(|gap| *gap < 290), "{frozen:?}");
    let record = play(&job(Pondering::Off), [WATCHFUL, PONDERING]);
    let frozen = gaps(&[record]);
    assert!(frozen.iter().all(|gap| *gap >= 290), "{frozen:?}");
}

/// Moves at once, but for its last moves.
const SLOWER: &str = r#"turns += 1
        if turns > 9:
            time.sleep(0.6)
        print("move", legal[0], flush=True)"#;

/// Moves at once, and tells the longest time for which a thread of its own was stopped since its last move. Once the
/// opponent is slow, it waits until that thread has run after its own turn began, which on a busy machine takes a while.
const TELLS_GAP: &str = r#"turns += 1
        seen = looks
        while turns > 10 and looks < seen + 2:
            time.sleep(0.0001)
        print(f"info gap_ms={int(gap * 1000)}", flush=True)
        gap = 0.0
        print("move", legal[0], flush=True)"#;

/// A thread that sees how long it is stopped, with a rest of its own between two looks, or none.
fn watching(rest: &str) -> String {
    format!(
        r"gap, turns, looks = 0.0, 0, 0
def watch():
    global gap, looks
    last = time.monotonic()
    while True:
        {rest}
        now = time.monotonic()
        gap = max(gap, now - last)
        looks += 1
        last = now
threading.Thread(target=watch, daemon=True).start()"
    )
}

#[test]
fn a_turn_that_lasts_stops_the_others_even_after_quick_ones() {
    let mut job = job(Pondering::Off);
    job.options.insert("turns".to_owned(), "32".to_owned());
    let job = job.identify();
    let slower = python_bot("turns = 0", SLOWER);
    // One that rests is trusted and runs on at first; one that computes isn't.
    for rest in ["time.sleep(0.001)", "pass"] {
        let watchful = python_bot(&watching(rest), TELLS_GAP);
        let record = play(&job, [&watchful, &slower]);
        let gaps = gaps(&[record]);
        // The opponent's turns from its tenth on, each twice as long, as a busy machine may see late that it lasts.
        assert!(gaps.len() > 10, "{gaps:?}");
        assert!(gaps[9..].iter().all(|gap| *gap >= 290), "{gaps:?}");
    }
}
