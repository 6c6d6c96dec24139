//! Tests the exam's log lines about illegal moves.

use referee_games::onitama::log::is_line;
use referee_games::{Seat, terminal};

use super::position;

const START: &str = "bbBbb/...../....W/...../aaAaa A 20 crane wings crab rise tiger";

/// Illegal moves, and the lines of the exam's log after the line with the move.
const REFUSED: [(&str, &str, &[&str]); 17] = [
    (START, "3e1d1u", &["Card picked cannot be 3."]),
    (
        START,
        "1XXXXs",
        &["Invalid input, the start position is invalid."],
    ),
    (
        START,
        "1f1d1u",
        &["Invalid input, the start position is invalid."],
    ),
    (START, "1c3d1u", &["Invalid input, you have no pawn at c3."]),
    (
        START,
        "1e1d0u",
        &["Invalid input, the end position is invalid."],
    ),
    (START, "1e1d2u", &["Not a valid move by card 1."]),
    (
        "..B../...../..W../..A../..... A 9 right tiger crab hook mantis",
        "1d3c3s",
        &["Your pawn cannot move there. The position is occupied by the wall."],
    ),
    (
        "..B../...../W.a../..A../..... A 9 right tiger crab hook mantis",
        "1d3c3s",
        &["Your pawn cannot move there. The position is occupied by your own pawn."],
    ),
    (START, "1e1d1x", &["Invalid W move"]),
    (START, "1e1d1r", &["You cannot move the wall out of bound."]),
    (
        "..B../...../W..b./...a./..A.. B 9 right tiger crab hook mantis",
        "1c4d4l",
        &[
            "Player B, you capture opponent's soldier. The soldier is removed from the board.",
            "You cannot move the wall out of bound.",
        ],
    ),
    (
        ".WB../...../...../..a../..A.. A 9 right tiger crab hook mantis",
        "1d3c3r",
        &["You cannot move the wall to a military base."],
    ),
    (
        "..B../...../W.A../...../..... A 9 right tiger crab hook mantis",
        "1c3b3z",
        &["Invalid W move"],
    ),
    (
        "..B../.W.../..A../...../..... A 9 right tiger crab hook mantis",
        "1c3b3r",
        &["You cannot move the wall there. It is occupied by your general."],
    ),
    (
        "..B../b..../W..../..A../..... A 9 right tiger crab hook mantis",
        "1d3c3u",
        &["You cannot move the wall there. It is occupied by your opponent."],
    ),
    (
        "..B.A/...../..W../...../..... A 20 right right crab hook mantis",
        "2a5a4s",
        &["There is no valid move."],
    ),
    (
        "..B.A/...../..W../...../..... A 20 right right crab hook mantis",
        "2XXXXz",
        &["There is no valid move.", "Invalid W move"],
    ),
];

#[test]
fn refused_moves_are_told_in_the_exam_s_words() {
    for (before, notation, told) in REFUSED {
        let position = position(before);
        let lines = position.narrate_refused(notation);
        let (from, to, wall) = (&notation[1..3], &notation[3..5], &notation[5..]);
        let seat = position.view()["player"].to_string();
        assert_eq!(
            lines[0],
            format!("Player {}, it is your turn.", seat.trim_matches('"'))
        );
        assert_eq!(
            lines[1],
            format!("Card {}, {from}->{to}, W {wall}", &notation[..1])
        );
        assert_eq!(lines[2..], *told, "{notation} in {before}");
    }
    for notation in ["", "9z9z9", "xe1d1u", "1e1 1u", "1e1\u{e9}1u", "1e1d1ur"] {
        let lines = position(START).narrate_refused(notation);
        assert_eq!(lines, ["Player A, it is your turn."], "{notation}");
    }
}

#[test]
fn every_line_of_a_log_is_known_as_one() {
    let known = |line: &str| assert!(line.is_empty() || is_line(line), "{line:?}");
    for (before, notation, _) in REFUSED {
        let position = position(before);
        let drawing = terminal::draw(&position.scene());
        let refused = position.narrate_refused(notation);
        let moves = position.legal();
        let narrated = moves.iter().flat_map(|notation| position.narrate(notation));
        let lines: Vec<String> = drawing.into_iter().chain(refused).chain(narrated).collect();
        for line in lines {
            known(&line);
            known(&format!("  {line} "));
        }
        for winner in [None, Some(Seat::A), Some(Seat::B)] {
            for fault in [None, Some("illegal-move"), Some("timeout")] {
                known(&position.farewell(winner, fault).expect("a verdict"));
            }
        }
    }
    for other in [
        "",
        "index (0,_): out of bound; value 0 out of bound 5",
        "Index exceeds matrix dimensions.",
        "Player B wins 12 games.",
        "a || b | c",
        "Your AI is player A.",
    ] {
        assert!(!is_line(other), "{other:?}");
    }
}
