//! Tests chess engines as bots: a usual game, and engines that misbehave. Here they speak UCI.

mod xboard;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use referee_record::{FaultKind, Record};
use tempfile::TempDir;

use super::engine::{Arena, of, records};
use super::readers::{self, python};
use crate::kit::{command, referee};

/// The protocol, and an engine that speaks it.
const UCI: (&str, &str) = ("uci", include_str!("uci.py"));

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Reads PGN, and says of each game what python-chess finds in it.
const READ: &str = r#"
import chess.pgn, json, sys
games, file = [], open(sys.argv[1])
while game := chess.pgn.read_game(file):
    board = game.end().board()
    outcome = board.outcome(claim_draw=True)
    games.append({
        **game.headers,
        "errors": len(game.errors),
        "plies": str(sum(1 for _ in game.mainline_moves())),
        "outcome": outcome and outcome.result(),
    })
print(json.dumps(games))
"#;

fn arena(settings: &str, mode: &str, keys: &str) -> Arena {
    arena_of(UCI, settings, mode, keys)
}

/// A match of an engine that behaves against one that does what `mode` says.
fn arena_of(engine: (&str, &str), settings: &str, mode: &str, keys: &str) -> Arena {
    let settings = format!("game = \"chess\"\ngames_per_pair = 2\n{settings}");
    engines(Arena::unjailed(&settings), engine, mode, keys)
}

/// Expects that each of these engines loses by its fault, and the one that behaves by none.
fn lose(engine: (&str, &str), engines: &[(&str, FaultKind)]) {
    for (mode, fault) in engines {
        for record in arena_of(engine, QUICK, mode, "").records() {
            assert_eq!(of(&record, "odd").fault, Some(*fault), "{mode}");
            assert_eq!(of(&record, "well").failure(), None, "{mode}");
        }
    }
}

/// Expects that each of these engines, with its keys, is told with these words at the start, and plays no move.
fn begin_not(engine: (&str, &str), start_ms: u32, engines: &[(&str, &str, &str)]) {
    let short = format!("{QUICK}\nlimits = {{ start_ms = {start_ms} }}");
    for (mode, keys, told) in engines {
        let arena = arena_of(engine, &short, mode, keys);
        let output = arena.run(&[]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let words: Vec<&str> = stderr.split_whitespace().collect();
        assert!(words.join(" ").contains(told), "{mode} {keys}: {stderr}");
        for record in records(&arena.path().join("cup.db")) {
            assert_eq!(of(&record, "odd").fault, Some(FaultKind::NoHandshake));
        }
        arena.nothing_is_left();
    }
}

fn engines(mut arena: Arena, (protocol, source): (&str, &str), mode: &str, keys: &str) -> Arena {
    for (name, mode) in [("well", "well"), ("odd", mode)] {
        let folder = arena.path().join(name);
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("engine.py"), source).expect("a file");
        let keys = if name == "odd" { keys } else { "" };
        let description = format!(
            "run = [\"python3\", \"engine.py\", {mode:?}]\nprotocol = {protocol:?}\n{keys}"
        );
        fs::write(folder.join("bot.toml"), description).expect("a file");
        arena = arena.bot(name, name);
    }
    arena
}

const QUICK: &str = "time = { move_ms = 3000 }\nstart = \"default\"\nopenings = 0";

fn played(mode: &str) -> Vec<Record> {
    arena(QUICK, mode, "").records()
}

#[test]
fn engines_play_chess() {
    let records = played("well");
    assert_eq!(records.len(), 2);
    for record in &records {
        assert_eq!(record.played.verdict.reason, "checkmate");
        assert_eq!(
            record.played.verdict.seat('B').map(|seat| seat.place),
            Some(1)
        );
    }
}

/// What an engine says beside its moves costs it nothing.
#[test]
fn chatter_is_forgiven() {
    for mode in ["floods", "odd bytes", "talks on", "twice"] {
        for record in played(mode) {
            assert_eq!(record.played.verdict.reason, "checkmate", "{mode}");
        }
    }
}

#[test]
fn an_engine_loses_by_what_it_does() {
    lose(
        UCI,
        &[
            ("wrong", FaultKind::IllegalMove),
            ("no word", FaultKind::IllegalMove),
            ("nought", FaultKind::IllegalMove),
            ("dies", FaultKind::Crash),
            ("leaves", FaultKind::Exit),
            ("fails", FaultKind::Crash),
            ("silent", FaultKind::Timeout),
        ],
    );
}

/// What the engines say of their positions ends a game early where that is asked for, and is checked again.
#[test]
fn scores_may_end_a_game() {
    for (mode, rule, reason, plies) in [
        // Each move of a pawn begins the row anew.
        ("well", "draw = { moves = 1, score = 5 }", "checkmate", 4),
        (
            "gloomy",
            "resign = { moves = 1, score = 600 }",
            "adjudicated-win",
            2,
        ),
        (
            "gloomy",
            "resign = { moves = 1, score = 600, both = true }",
            "checkmate",
            4,
        ),
        ("well", "plies = 3", "max-plies", 3),
    ] {
        let settings = format!("{QUICK}\nadjudicate = {{ {rule} }}");
        let arena = arena(&settings, mode, "");
        for record in arena.records() {
            assert_eq!(record.played.verdict.reason, reason, "{rule}");
            let lost = of(&record, "odd").place == 2;
            assert!(lost || reason != "adjudicated-win", "{rule}");
            let seats = record.played.job.seats.iter();
            let first = seats
                .filter(|seat| seat.bot == "odd")
                .any(|seat| seat.seat == 'A');
            let most = if first && reason == "adjudicated-win" {
                1
            } else {
                plies
            };
            assert_eq!(record.measured.plies.len(), most, "{rule}");
        }
        let run = arena.path().join("cup.db").display().to_string();
        referee(&["verify", &run]).fine();
    }
}

/// What an engine does before a further game is on nobody's clock, and has the limit of a start.
#[test]
fn engines_set_up_for_each_game() {
    let settings = format!(
        "game = \"chess\"\ngames_per_pair = 4\nrestart = \"never\"\n{QUICK}\nlimits = {{ start_ms = 20000 }}"
    );
    let arena = engines(Arena::unjailed(&settings), UCI, "slow setup", "");
    for record in arena.records() {
        assert_eq!(record.played.verdict.reason, "checkmate");
    }
    let settings = settings.replace("20000", "4000");
    let arena = engines(Arena::unjailed(&settings), UCI, "ready once", "");
    let run = arena.path().join("cup.db");
    let records = arena.records();
    for record in &records {
        let fault = of(record, "odd").fault;
        let again = record.played.job.place.deal > 1;
        assert_eq!(fault, again.then_some(FaultKind::NoHandshake));
        assert_eq!(of(record, "well").fault, None);
    }
    let why = records
        .iter()
        .find_map(|record| record.measured.evidence.first());
    let why = &why.expect("a fault").sentence;
    assert!(
        why.contains("no `ready` within 4000 ms after `game`"),
        "{why}"
    );
    referee(&["verify", &run.display().to_string()]).fine();
}

/// Options that an engine doesn't have, and engines that never get ready, are told before the first game.
#[test]
fn what_cant_begin_is_told_at_the_start() {
    begin_not(
        UCI,
        4000,
        &[
            (
                "well",
                "uci = { Hahs = 64 }",
                "the engine has no option \"Hahs\"; it has Hash, Fatal",
            ),
            (
                "well",
                "uci = { Hash = 10240 }",
                "expected a number from 1 to 1024",
            ),
            (
                "well",
                "uci = { Fatal = true }",
                "the bot ended with status 9",
            ),
            ("no uciok", "", "bot odd: it isn't ready"),
            ("never ready", "", "bot odd: it isn't ready"),
        ],
    );
}

/// Starts a translator, tells it something and waits for these lines, one after the other, and returns what the engine
/// wrote to its standard error.
fn told(arguments: &[&str], conversation: &[(&str, &[&str])]) -> String {
    let mut child = command(&[&["translate"][..], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the referee starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    let mut answers = BufReader::new(child.stdout.take().expect("it was piped")).lines();
    for (told, expected) in conversation {
        stdin.write_all(told.as_bytes()).expect("it reads");
        for line in *expected {
            assert_eq!(answers.next().expect("it answers").expect("text"), *line);
        }
    }
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn engines_are_told_the_whole_game_and_their_clocks() {
    let folder = TempDir::new().expect("a folder");
    let engine = folder.path().join("engine.py");
    fs::write(&engine, UCI.1).expect("a file");
    let engine = engine.to_string_lossy();
    let start = START;
    let first = format!(
        "game chess seat=B seats=AB id=1 seed=1 variant=standard legal=off\nplayed A f2f3 ms=1\n\
         state {start} f2f3\ngo clock_ms=900 inc_ms=10 clock_A=700\n"
    );
    let second =
        "played B e7e5 ms=1\nplayed A g2g4 ms=1\nstate not needed any more\ngo move_ms=1000\n";
    let stderr = told(
        &["uci", "--set", "Hash=32", "--", "python3", &engine, "well"],
        &[
            (
                "hello referee 1\n",
                &["ready Fool-1.0 author=nobody games=chess legal=off setup=on"],
            ),
            (
                &first,
                &[
                    "ready",
                    "info depth=4 seldepth=6 score=1 nodes=20 nps=100 time=1 pv=e7e5",
                    "move e7e5",
                ],
            ),
            (
                second,
                &[
                    "info depth=4 seldepth=6 score=3 nodes=20 nps=100 time=1 pv=d8h4",
                    "move d8h4",
                ],
            ),
        ],
    );
    assert_eq!(
        stderr,
        format!(
            "position fen {start} moves f2f3\ngo wtime 700 btime 900 winc 10 binc 10\n\
             position fen {start} moves f2f3 e7e5 g2g4\ngo movetime 980\n"
        )
    );
}

/// Random games, half of them of Chess960, have the moves and ends that python-chess gives them.
#[test]
fn the_rules_are_those_of_another_program() {
    let Some(python) = python("the rules of chess", "chess") else {
        return;
    };
    let run = readers::command(python)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines/rules.py"))
        .args([env!("CARGO_BIN_EXE_referee"), "40"])
        .output()
        .expect("it starts");
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
}

/// What `export` writes is read by python-chess: the moves, the result, and the tags.
#[test]
fn games_are_written_as_pgn() {
    let Some(python) = python("games as PGN", "chess") else {
        return;
    };
    let start = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 40";
    let settings =
        "game = \"chess\"\ngames_per_pair = 4\ntime = { nodes = 100 }\nstart = \"book.txt\"\n";
    let arena = Arena::unjailed(settings);
    fs::write(arena.path().join("book.txt"), format!("{start}\n{START}\n")).expect("a file");
    let arena = engines(arena, UCI, "wrong", "").bot("two", "house:level=3");
    arena.run(&[]);
    let run = arena.path().join("cup.db").display().to_string();
    let written = referee(&["export", &run, "--format", "pgn"]).fine();
    let told = readers::read(python, READ, &written);
    let games = told.as_array().expect("a list");
    assert_eq!(games.len(), records(&arena.path().join("cup.db")).len());
    for game in games {
        assert_eq!(game["errors"], 0, "{game}");
        assert_eq!(game["plies"], game["PlyCount"], "{game}");
        if game["Termination"] == "normal" {
            assert_eq!(game["Result"], game["outcome"], "{game}");
        }
    }
    let has = |key: &str, value: &str| games.iter().any(|game| game[key] == value);
    assert!(has("FEN", start), "{written}");
    assert!(has("Termination", "rules infraction"), "{written}");
    let few = referee(&["export", &run, "--format", "pgn", "--bot", "two"]).fine();
    assert!(few.len() < written.len());
}

/// A program in the jail may start the translator, and plays no better by it.
#[test]
fn engines_play_in_the_jail() {
    let arena = Arena::new(
        "game = \"chess\"\ngames_per_pair = 2\ntime = { move_ms = 5000 }\nstart = \"default\"\nopenings = 0",
    );
    let arena = engines(arena, UCI, "well", "");
    for record in arena.records() {
        assert_eq!(record.played.verdict.reason, "checkmate");
    }
}
