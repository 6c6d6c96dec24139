//! Tests the explanations of illegal moves and the descriptions of legal ones.

use super::{START, read};

const CROWD: &str = "pLb2Xd2Rf3Lb4qc4nd4Hf4Pb5sc5Be5bf5jd6ig6va7 1";
const BATTLE: &str = "CLb2If2Lg2Cc3pa4pd4Og4jc5ib6jd6ig6fg7 1";

/// Returns the explanation of an illegal move, without the list of similar legal moves.
fn why(line: &str, notation: &str) -> String {
    let why = read(line)
        .explain(notation)
        .unwrap_or_else(|| panic!("{notation}"));
    let (rule, near) = why.rsplit_once("; legal: ").expect("moves near it");
    assert!(near.contains(|c: char| c.is_ascii_digit()));
    rule.to_owned()
}

#[test]
fn words_that_are_no_moves() {
    for notation in [
        "", "d1", "d1d", "d1-d2", "D1d2", "1d2d", "d1d2\n", "é1d2", "d1d2 ",
    ] {
        let quoted = referee_games::text::quote(notation);
        let shape = "isn't a move: one names the squares the die stands on in order, like d1d2";
        assert_eq!(why(BATTLE, notation), format!("{quoted} {shape}"));
        assert_eq!(why(CROWD, notation), format!("{quoted} {shape}"));
    }
    assert!(why(CROWD, &"a1".repeat(5000)).len() < 200);
}

#[test]
fn broken_rules() {
    for (line, notation, rule) in [
        (
            BATTLE,
            "b2b8",
            "there is no square \"b8\": columns are a to g, rows 1 to 7",
        ),
        (
            BATTLE,
            "h2g2",
            "there is no square \"h2\": columns are a to g, rows 1 to 7",
        ),
        (BATTLE, "b1b2", "there is no die on b1"),
        (BATTLE, "a4a3", "the die on a4 is B's, A is to move"),
        (
            BATTLE,
            "b2b1",
            "b2 to b1 goes back: A's dice go up the rows, left and right only",
        ),
        (
            CROWD,
            "c5c6",
            "c5 to c6 goes back: B's dice go down the rows, left and right only",
        ),
        (
            BATTLE,
            "b2b2",
            "b2 is visited twice: a path doesn't come back",
        ),
        (
            CROWD,
            "c5d5c5",
            "c5 is visited twice: a path doesn't come back",
        ),
        (
            BATTLE,
            "b2c3",
            "b2 to c3 is neither forward nor to a side: steps follow a row or a column",
        ),
        (
            CROWD,
            "d6b5",
            "d6 to b5 is neither forward nor to a side: steps follow a row or a column",
        ),
        (
            CROWD,
            "c4f4",
            "c4 to f4 is too far: a tip goes one square, a jump two, over exactly one die",
        ),
        (
            CROWD,
            "d4c4",
            "c4 is taken by a die of B: a die tips onto an empty square only",
        ),
        (
            BATTLE,
            "f2g2",
            "g2 is taken by a die of A: a die tips onto an empty square only",
        ),
        (
            CROWD,
            "d6d4",
            "d6 to d4 jumps over nothing: there is no die on d5",
        ),
        (
            CROWD,
            "d6e6c6",
            "e6 to c6 jumps over d6, which the moving die itself has left",
        ),
        (
            CROWD,
            "d6d5f5",
            "f5 is taken by a die of B: a die jumps onto an empty square only",
        ),
        (
            CROWD,
            "d6d5d4",
            "d5 to d4 is a tip, and only the first step may be one: later ones are jumps",
        ),
        (
            CROWD,
            "d6d5d3d2",
            "d3 to d2 is a tip, and only the first step may be one: later ones are jumps",
        ),
        (
            BATTLE,
            "b2b4",
            "b2 to b4 is too far: in Contra a die tips onto the next square, without jumps",
        ),
        (
            BATTLE,
            "f2f3f4",
            "in Contra a move is one tip, from one square to the next",
        ),
    ] {
        assert_eq!(why(line, notation), rule, "{line} {notation}");
        assert!(read(line).boxed().play(notation).is_none());
    }
}

#[test]
fn told_to_spectators() {
    for (line, notation, told) in [
        (&*format!("P{START}"), "d1d2", "A: d1d2"),
        (CROWD, "d6e6e4g4", "B: d6e6e4g4"),
        (
            BATTLE,
            "g4g5",
            "A: g4g5; battle with g6, 2 to 3: g5 is lost",
        ),
        (
            "CWb3Hc3ab4ad4 0",
            "c3c4",
            "A: c3c4; battle with b4, 7 to 2: b4 is lost; battle with d4, 1 to 2: c4 is lost",
        ),
        (
            "CWa1Hc6ad7 5",
            "c6c7",
            "A: c6c7; battle with d7, 1 to 1: both stay; A wins (end-row)",
        ),
        (
            "CWa1kb2Uc4Aa5Vf5 1",
            "a1b1",
            "A: a1b1; battle with b2, 5 to 3: b2 is lost; B can't move and is skipped",
        ),
        ("CLb1vb7 49", "b1c1", "A: b1c1; a draw (stalled)"),
        (
            "Pxa1va2vb2vc2vd2ve2vf2Da6Ab7Ac7Ad7Ae7Af7Ag7 0",
            "a6a7",
            "A: a6a7; A wins (total, A 8, B 6)",
        ),
    ] {
        assert_eq!(read(line).narrate(notation), [told], "{line} {notation}");
        let effects = read(line).effects(notation);
        assert_eq!(effects.is_some(), told.contains("battle"), "{line}");
        assert!(told.contains(&effects.unwrap_or_default()), "{line}");
    }
    assert_eq!(read(CROWD).narrate("c4c5"), [""; 0]);
}
