//! Logs in the layout of the exam: byte for byte, and played again by the rules.
//!
//! The logs in `exam-logs` weren't made by the referee: each of their drawings was laid out from a
//! position that was worked out by hand.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use proptest::sample::Index;
use referee_games::onitama::log::verify;
use serde_json::Value;

use super::Arena;
use super::tables::results;
use crate::kit::{Run, referee, top};

const FORWARD: &str = "...../..x../..o../...../.....";
const ASIDE: &str = "...../...../.xox./...../.....";
const FORK: &str = "...../.x.x./..o../...../.....";
/// The first deal of the exam.
const DEAL: &str = "bbBbb/...../....W/...../aaAaa A 20 ...../..x../..o../.x.x./..... \
    ...../x...x/..o../...../..... ...../..x../x.o.x/...../..... ...../...x./..o../.x.../..... \
    ..x../...../..o../..x../.....";
const STUCK: &str = "...../...../Wb.B./a..../A.... A 2 ...../.xx../..o../...../..... \
    ...../..x../.xo../...../..... ...../..x../..o../.x.../..... ...../.x.x./..o../.x.../..... \
    ...../.x.../.xo.x/...../.....";

fn file(name: &str) -> PathBuf {
    top().join("tests/results/exam-logs").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(file(name)).expect(name)
}

/// The log of a game from this position, in which the bots of A and B do these things when asked.
fn played(start: &str, scripts: [&[&str]; 2]) -> String {
    let arena = Arena::new("game = \"onitama\"\nseed = 1\nstart = \"start.txt\"");
    fs::write(arena.path().join("start.txt"), start).expect("a file");
    let script = |steps: &[&str]| {
        let steps: Vec<String> = steps.iter().map(|s| format!("wait go; {s}; ")).collect();
        format!("wait hello; say ready; {}wait quit", steps.concat())
    };
    let [a, b] = scripts.map(script);
    let arena = arena.scripted("ann", &a).scripted("bob", &b);
    super::played(&arena);
    let run = results(&arena);
    referee(&["games", &run.to_string_lossy(), "1", "--log"]).fine()
}

#[test]
fn logs_are_those_of_the_exam_to_the_byte() {
    let won =
        format!("..B.b/..b../Wa.../...../..A.. A 3 {FORK} {FORWARD} {FORWARD} {ASIDE} {ASIDE}");
    let wall =
        format!(".WB../...../..b../..a../..A.. B 5 {FORWARD} {ASIDE} {FORWARD} {ASIDE} {FORK}");
    let crash = "complain   in choose, line 9; complain   in AIfox, line 12; \
        complain error: Index exceeds matrix dimensions.; exit 1";
    let games: [(&str, &str, [&[&str]; 2]); 5] = [
        (
            "won",
            &won,
            [
                &["say move 1c2b3d", "say move 2b3a3r"],
                &["say move 2a5a4u"],
            ],
        ),
        ("tied", STUCK, [&["say move 2XXXXd"], &["say move 1c2d2s"]]),
        (
            "illegal",
            DEAL,
            [&["say move 1e1d1u"], &["say move 2XXXXs"]],
        ),
        ("wall", &wall, [&[], &["say move 1c3d3r"]]),
        ("crash", DEAL, [&["say move 1e1d1u"], &[crash]]),
    ];
    for (name, start, scripts) in games {
        let log = played(start, scripts);
        assert_eq!(log, text(&format!("{name}.log")), "{name}");
    }
}

#[test]
fn a_bot_that_crashes_writes_no_line_of_a_log() {
    let crash = "complain   in f, line 3; complain error: x; complain Player B win.; \
        complain Number of turns left: 3; exit 1";
    let log = played(DEAL, [&["say move 1e1d1u"], &[crash]]);
    let text = "Error in function f() at line 3.\n\nError Message:\nx\n";
    let verdict = "Player A win as player B has programming error.\n";
    assert!(log.ends_with(&format!("{text}{verdict}")), "{log}");
    checked(&log).fine();
    // As whoever let the bot write would have it.
    let forged = log.replace(text, &format!("{text}Player B win.\n"));
    let run = checked(&forged);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(
        run.stdout.contains("found    | Player B win.\n"),
        "{}",
        run.stdout
    );
}

fn checked(text: &str) -> Run {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("exam.txt");
    fs::write(&path, text).expect("a file");
    referee(&["verify", "--exam-log", &path.to_string_lossy()])
}

#[test]
fn a_report_of_many_games_is_played_by_the_rules() {
    let mut report = "Output of ann vs others\n\n".to_owned();
    for name in ["won", "tied", "illegal", "wall", "crash"] {
        let rule = "-".repeat(80);
        report += &format!("\n{rule}\nTest case {name}\nYour AI is player A.\n\n\n");
        report += &text(&format!("{name}.log"));
    }
    report += "Player B win as player A has programming error.\n";
    let output = checked(&report).fine();
    assert!(
        output.ends_with(": 6 games, 10 turns: drawings, moves and verdicts are by the rules\n"),
        "{output}"
    );
    // As Windows writes it.
    checked(&report.replace('\n', "\r\n")).fine();
}

/// A log, what is replaced in it by what, the line that then differs, and words of what was expected and
/// found there.
const DAMAGE: [(&str, &str, &str, u32, &str, &str); 12] = [
    (
        "won",
        "Card 1, c2->b3, W d",
        "Card 1, c2->b1, W d",
        19,
        "",
        "",
    ),
    (
        "won",
        "left: 2",
        "left: 5",
        21,
        "Number of turns left: 2",
        "Number of turns left: 5",
    ),
    (
        "won",
        "Player A win.",
        "Player B win.",
        59,
        "Player A win.",
        "Player B win.",
    ),
    (
        "won",
        "capture opponent's general",
        "capture opponent's soldier",
        58,
        "",
        "",
    ),
    (
        "won",
        "\nPlayer A win.\n",
        "\n",
        59,
        "Player A win.",
        "the end of the file",
    ),
    (
        "won",
        "\nPlayer A win.",
        "\n\nPlayer A win.",
        59,
        "Player A win.",
        "",
    ),
    (
        "tied",
        "There is no valid move.\n",
        "",
        19,
        "There is no valid move.",
        "",
    ),
    (
        "tied",
        "The game is tied",
        "Player A win.",
        40,
        "The game is tied",
        "Player A win.",
    ),
    (
        "illegal",
        "the start position",
        "the end position",
        38,
        "",
        "",
    ),
    (
        "illegal",
        "Number of turns",
        "Nomber of turns",
        4,
        "Number of turns left: N",
        "",
    ),
    ("wall", "Player A win as", "Player B win as", 21, "", ""),
    (
        "crash",
        "\n\nError Message",
        "\nError Message",
        38,
        "",
        "Error Message:",
    ),
];

#[test]
fn the_first_line_that_differs_is_told() {
    for (log, from, to, line, expected, found) in DAMAGE {
        let whole = text(&format!("{log}.log"));
        let damaged = whole.replacen(from, to, 1);
        assert_ne!(whole, damaged, "{log} {from}");
        let run = checked(&damaged);
        assert_eq!(run.code, Some(1), "{log} {from}: {}", run.stderr);
        let place = format!("exam.txt:{line}:");
        assert!(run.stdout.contains(&place), "{log} {from}: {}", run.stdout);
        for part in [expected, found] {
            assert!(run.stdout.contains(part), "{log} {from}: {}", run.stdout);
        }
    }
}

#[test]
fn an_illegal_move_that_was_let_through_is_explained() {
    let log = text("won.log").replace("c2->b3", "c2->b2");
    let stdout = checked(&log).stdout;
    assert!(
        stdout.contains(":19: 1c2b2d isn't legal: card 1 doesn't take a pawn from c2 to b2"),
        "{stdout}"
    );
    assert!(
        stdout.contains("expected | Not a valid move by card 1.\n"),
        "{stdout}"
    );
}

#[test]
fn what_the_exam_passed_over_is_passed_over() {
    // Squares where no pawn can move, and the wall after a move that wins.
    for (log, from, to) in [
        ("tied", "Card 2, XX->XX, W d", "Card 2, a1->a1, W d"),
        ("won", "b3->a3, W r", "b3->a3, W ?"),
    ] {
        checked(&text(&format!("{log}.log")).replace(from, to)).fine();
    }
    // Today's rules refuse such squares, and a log that says so is right as well.
    let drawn = text("tied.log");
    let turn: Vec<&str> = drawn.lines().take(17).collect();
    let refused = "Card 2, a1->a1, W d\nThere is no valid move.\n\
        Player B win as player A input invalid.\n";
    checked(&format!("{}\n{refused}", turn.join("\n"))).fine();
}

#[test]
fn a_file_without_a_log_is_refused() {
    let message = checked("nothing\n").refused();
    assert!(message.contains("exam.txt: it holds no log"), "{message}");
    let message = referee(&["verify", "--exam-log", "/no/such/file"]).refused();
    assert!(message.contains("expected a log"), "{message}");
    referee(&["verify"]).refused();
    referee(&["verify", "a.db", "--exam-log", "b.log"]).refused();
}

#[test]
fn differences_are_told_as_json() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("exam.txt");
    fs::write(&path, text("won.log").replace("left: 2", "left: 5")).expect("a file");
    let run = referee(&["verify", "--exam-log", &path.to_string_lossy(), "--json"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((&report["games"], &report["turns"]), (&1.into(), &1.into()));
    let expected = serde_json::json!([{
        "line": 21,
        "expected": "Number of turns left: 2",
        "found": "Number of turns left: 5",
        "why": null,
    }]);
    assert_eq!(report["differences"], expected);
}

/// Logs of random games from random deals, as they are exported.
fn random() -> Vec<String> {
    let arena = Arena::unjailed(
        "game = \"onitama\"\nseed = 3\nstart = \"deal\"\nrounds = 12\noptions = { turns = 14 }",
    )
    .bot("ann", "house:random")
    .bot("bob", "house:random");
    super::played(&arena);
    let logs = arena.path().join("logs");
    let (run, folder) = (results(&arena), logs.to_string_lossy());
    let run = run.to_string_lossy();
    let all = arena.path().join("all.txt");
    let whole = all.to_string_lossy();
    referee(&["export", &run, "--format", "exam-log", "-o", &folder]).fine();
    let text = referee(&["export", &run, "--format", "exam-log"]).fine();
    fs::write(&all, text).expect("a file");
    let output = referee(&["verify", "--exam-log", &whole]).fine();
    assert!(output.contains(": 24 games, "), "{output}");
    let files = fs::read_dir(logs).expect("logs");
    files
        .map(|file| fs::read_to_string(file.expect("a file").path()).expect("a log"))
        .collect()
}

/// Where the characters of the drawings stand, in bytes.
fn drawn(log: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let (mut at, mut left) = (0, 0);
    for line in log.split_inclusive('\n') {
        if line.starts_with("Number of turns left: ") {
            left = 16;
        }
        if left > 0 {
            places.extend(at..at + line.trim_end().len());
            left -= 1;
        }
        at += line.len();
    }
    places
}

#[test]
fn every_character_of_a_drawing_counts() {
    let mut logs = random();
    for log in &logs {
        assert_eq!(verify(log).differences, [], "{log}");
    }
    // What a single drawing shows may be another start.
    logs.retain(|log| log.matches("Number of turns left").count() > 1);
    assert!(logs.len() > 12, "{} logs", logs.len());
    let flip = (any::<Index>(), any::<Index>(), "[ -~]");
    proptest!(|((log, place, character) in flip)| {
        let log = log.get(&logs);
        let places = drawn(log);
        let at = *place.get(&places);
        prop_assume!(log[at..=at] != character);
        let damaged = format!("{}{character}{}", &log[..at], &log[at + 1..]);
        let verified = verify(&damaged);
        prop_assert!(!verified.differences.is_empty(), "{}", damaged);
    });
}
