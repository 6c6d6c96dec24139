//! Tests moves: the legal ones, their order, and their effects.

use referee_games::{Ending, Seat, Turn};

use super::{START, read, rules};

#[test]
fn moves_in_order() {
    for (line, moves) in [
        // Forward, left and right as the mover sees them; dice ordered by row, then column.
        ("CLb1Ld1 0", "b1b2 b1a1 b1c1 d1d2 d1c1 d1e1"),
        ("cld5lb7 0", "d5d4 d5e5 d5c5 b7b6 b7c7 b7a7"),
        // At the edges, next to other dice, and on the end row of the opponent.
        ("CLa1Lb1lb2 0", "a1a2 b1c1"),
        // Chains of jumps, each with all its beginnings; two paths lead to e4 and two to d3.
        (
            "pLb2Xd2Rf3Lb4qc4nd4Hf4Pb5sc5Be5bf5jd6ig6va7 1",
            "c4c3 c4e4 c4e4g4 c4a4 d4d3 d4d3d1 d4e4 d4e4g4 c5c3 c5d5 c5d5d3 c5d5d3d1 c5a5 \
             f5g5 f5d5 f5d5d3 f5d5d3d1 d6d5 d6d5d3 d6d5d3d1 d6e6 d6e6e4 d6e6e4g4 d6c6 \
             g6g5 g6f6 a7a6 a7b7",
        ),
        // Only one move, without a detour.
        ("Pva5vb5vc5vd5ve5vf6Wg6Wa7Wb7Wc7Wd7We7Wf7vg7 3", "g6e6"),
    ] {
        assert_eq!(read(line).legal().join(" "), moves, "{line}");
    }
}

/// A state line, a move, and the state line after it.
const PLAYS: &[(&str, &str, &str)] = &[
    // Tips in all directions, for both sides.
    ("CLb1 4", "b1b2", "CBb2 0"),
    ("CLb1 4", "b1a1", "CHa1 5"),
    ("CLb1 4", "b1c1", "CTc1 5"),
    ("cva2vb4 4", "b4b3", "cva2ib3 0"),
    // Only a tip turns the die.
    (
        "pLb2Xd2Rf3Lb4qc4nd4Hf4Pb5sc5Be5bf5jd6ig6va7 1",
        "c5c3",
        "PLb2Xd2sc3Rf3Lb4qc4nd4Hf4Pb5Be5bf5jd6ig6va7 0",
    ),
    (
        "pLb2Xd2Rf3Lb4qc4nd4Hf4Pb5sc5Be5bf5jd6ig6va7 1",
        "c4a4",
        "PLb2Xd2Rf3qa4Lb4nd4Hf4Pb5sc5Be5bf5jd6ig6va7 2",
    ),
    // The longest possible path.
    (
        "PWb1Wd1Wf1Wg2Wb3Wd3Wf3va4vb5vd5vf5vg6vd7vf7 0",
        "b1c1e1g1g3e3c3a3a5c5e5g5g7e7c7",
        "pWd1Wf1Wg2Wb3Wd3Wf3va4vb5vd5vf5vg6Sc7vd7vf7 0",
    ),
    // Battles: won, lost, tied; neighbours of both sides count.
    (
        "CLb2If2Lg2Cc3pa4pd4Og4jc5ib6jd6ig6fg7 1",
        "g4g5",
        "cLb2If2Lg2Cc3pa4pd4jc5ib6jd6ig6fg7 0",
    ),
    ("CKc3ac5 3", "c3c4", "CFc4 0"),
    ("CHc3ab4ad4 3", "c3c4", "cab4ad4 0"),
    ("CWa1Bc3ab4ad4 3", "c3c4", "CWa1Mc4 0"),
    ("CWa1Hc6ad7 5", "c6c7", "cWa1Ac7ad7 0"),
    // All battles are judged before any die is removed: c4 beats b4 with the help of b3, and loses to d4 and
    // b4.
    ("CWb3Hc3ab4ad4 0", "c3c4", "cWb3ad4 0"),
    // A sideways move into a battle counts towards the draw, whoever wins the battle.
    ("CKb3ad3 3", "b3c3", "cDc3ad3 4"),
    ("cqf2oa4mb4 3", "f2e2", "cme2oa4mb4 4"),
    // A forward move resets the count even if its die is lost, and a lost die doesn't win.
    ("CWa1Hc6xd7 5", "c6c7", "cWa1xd7 0"),
    // B is skipped: it has lost its last die, or none of its dice can move.
    ("CWa1kb2Uc4Aa5Vf5 1", "a1b1", "CSb1Uc4Aa5Vf5 2"),
    ("crd3na4ae5 1", "a4b4", "crd3ab4ae5 2"),
];

#[test]
fn plays() {
    for (line, notation, after) in PLAYS {
        let mut position = read(line);
        assert!(
            position.legal().iter().any(|m| m == notation),
            "{line} {notation}"
        );
        assert_eq!(position.play(notation).as_deref(), Some(*notation));
        assert_eq!(position.line(), *after, "{line} {notation}");
    }
}

#[test]
fn endings() {
    let start =
        |letter: &str, stall: u32| format!("{letter}{START}").replace(" 0", &format!(" {stall}"));
    let across = |rest: &str, stall: u32| format!("p{rest}Aa7Ab7Ac7Ad7Ae7Af7Ag7 {stall}");
    for (line, ending, score) in [
        // All of A's dice are across; B may still have a higher or an equal total.
        (
            across("va2vb2vc2vd2ve2vf2vg2", 0),
            Ending::win(Seat::A, "total"),
            Some([7, 0]),
        ),
        (
            across("xa1xb1va2vb2vc2vd2ve2", 0),
            Ending::win(Seat::B, "total"),
            Some([7, 12]),
        ),
        (
            across("ac1vd1va2vb2vc2vd2ve2", 0),
            Ending::draw("total"),
            Some([7, 7]),
        ),
        ("CLb7 0".into(), Ending::win(Seat::A, "end-row"), None),
        ("Cva1Wa2 0".into(), Ending::win(Seat::B, "end-row"), None),
        (start("P", 50), Ending::draw("stalled"), Some([0, 0])),
        (start("p", 9999), Ending::draw("stalled"), Some([0, 0])),
        (start("c", 50), Ending::draw("stalled"), None),
        ("C 0".into(), Ending::draw("no-moves"), None),
        (
            "CWa6Wb6Wc6Wd6We6Wf6Wg6va7vb7vc7vd7ve7vf7vg7 0".into(),
            Ending::draw("no-moves"),
            None,
        ),
        // If two reasons apply, the first is named.
        (
            across("va2vb2vc2vd2ve2vf2vg2", 50),
            Ending::win(Seat::A, "total"),
            Some([7, 0]),
        ),
        ("CLb7 50".into(), Ending::win(Seat::A, "end-row"), None),
        ("C 50".into(), Ending::draw("stalled"), None),
    ] {
        let score = score.map(|[a, b]| vec![(Seat::A, a), (Seat::B, b)]);
        let position = read(&line);
        assert_eq!(
            position.turn(),
            Turn::Over(Ending { score, ..ending }),
            "{line}"
        );
        assert_eq!(position.legal(), [""; 0], "{line}");
        for notation in ["a1a2", "d1d2", "a7b7", "b7a7"] {
            assert!(
                position.boxed().play(notation).is_none(),
                "{line} {notation}"
            );
        }
    }
    for line in [start("P", 49), start("C", 49)] {
        assert_eq!(read(&line).turn(), Turn::Seat(Seat::A), "{line}");
    }
}

#[test]
fn stalling() {
    // The limit is an option; a position beyond it is over at once.
    for (stall, over) in [(1, true), (3, true), (4, false), (9999, false)] {
        let position = rules("C", stall).read("CLb1 3").expect("a line");
        assert_eq!(matches!(position.turn(), Turn::Over(_)), over, "{stall}");
    }
    let mut position = rules("C", 3).read("CLb1vb7 0").expect("a line");
    for notation in ["b1c1", "b7c7", "c1c2", "c7d7", "c2d2"] {
        assert!(position.play(notation).is_some(), "{notation}");
    }
    assert!(position.line().ends_with(" 2"), "{}", position.line());
    assert!(position.play("d7e7").is_some());
    assert_eq!(position.turn(), Turn::Over(Ending::draw("stalled")));
}

#[test]
fn bounds() {
    for (line, stall, bound) in [
        // 84 rows to go: 50 moves for each, and 50 more.
        (format!("P{START}"), 50, 85 * 50),
        (format!("P{START}"), 1, 85),
        ("CLb1 0".into(), 2, 14),
        ("CLb1 1".into(), 2, 13),
        ("CLb1 9".into(), 2, 12),
        ("Clb2La6".into(), 3, 9),
    ] {
        let position = rules(&line, stall).read(&line).expect("a line");
        assert_eq!(position.max_plies(), bound, "{line} {stall}");
    }
}
