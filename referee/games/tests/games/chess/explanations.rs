//! Why a move is refused, in words.

use super::{START, position, rules};

fn explained(table: &[(&str, &str, &str)]) {
    for (line, word, expected) in table {
        let why = position(line).explain(word).unwrap_or_default();
        assert!(why.contains(expected), "{line} {word}: {why}");
    }
}

#[test]
fn moves() {
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1";
    explained(&[
        (
            START,
            "e2e5",
            "a pawn goes straight on, or takes one square aslant",
        ),
        (
            START,
            "e2d3",
            "a pawn goes aslant only to take, and there is nothing on d3",
        ),
        (START, "e3e4", "there is no piece on e3"),
        (START, "e7e5", "the pawn on e7 is B's"),
        (START, "d1d2", "your own pawn is on d2"),
        (START, "a1a5", "the pawn on a2 stands between a1 and a5"),
        (
            START,
            "b1b3",
            "a knight goes two squares one way and one the other",
        ),
        (START, "c1e2", "your own pawn is on e2"),
        (START, "c1c4", "a bishop goes along diagonals"),
        (START, "Nf3", "\"Nf3\" is written g1f3 here"),
        (START, "E2E4", "\"E2E4\" is written in small letters: e2e4"),
        (START, "0000", "\"0000\" names no legal move"),
        (START, "e2e4q", "only a pawn that reaches the last row"),
        (START, "e2e2", "\"e2e2\" goes nowhere"),
        (
            START,
            "e1h1",
            "the bishop on f1 stands in the way of castling",
        ),
        (
            "4k3/8/8/3pP3/8/8/2P5/4K3 w - d6 0 2",
            "c2d3",
            "there is nothing on d3",
        ),
        (
            pinned,
            "c3d5",
            "the knight on c3 is pinned: the king on e1 would be in check from the bishop on b4",
        ),
        (
            "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1",
            "h1h2",
            "the king on e1 is in check from the rook on e2, and stays so",
        ),
        (
            "4k3/8/8/8/8/8/5r2/4K3 w - - 0 1",
            "e1f1",
            "the king would be in check on f1, from the rook on f2",
        ),
        (
            "8/4P3/8/8/8/8/8/K6k w - - 0 1",
            "e7e8",
            "add what it becomes, q, r, b or n, like e7e8q",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2",
            "e5d6",
            "the pawn on d5 can't be taken en passant",
        ),
        (
            "8/8/8/KPp4r/8/8/8/4k3 w - c6 0 2",
            "b5c6",
            "taking en passant would leave the king on a5 in check from the rook on h5",
        ),
    ]);
}

#[test]
fn castling() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    explained(&[
        (
            START,
            "e1g1",
            "the bishop on f1 stands in the way of castling",
        ),
        (
            START,
            "O-O",
            "the bishop on f1 stands in the way of castling",
        ),
        (castling, "0-0-0", "\"0-0-0\" is written e1c1 here"),
        (
            castling,
            "e1h1",
            "castling is written by the king's own squares: e1g1",
        ),
        (
            "4k2r/8/8/8/8/8/8/4K2R w k - 0 1",
            "e1g1",
            "A can't castle on the side of h any more",
        ),
        (
            "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
            "castling passes f1, which the rook on f8 attacks",
        ),
        (
            "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
            "castling ends on g1, which the rook on g8 attacks",
        ),
        (
            "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
            "a king in check can't castle: the rook on e8",
        ),
    ]);
}

#[test]
fn castling_of_chess960_is_explained() {
    let line = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
    let why = |word| {
        let read = rules("960").read(line).expect(line);
        read.explain(word).unwrap_or_default()
    };
    let expected = "castling is written as the king taking its rook here: e1h1";
    assert!(why("e1g1").starts_with(expected), "{}", why("e1g1"));
    assert!(
        why("O-O-O").contains("is written e1a1 here"),
        "{}",
        why("O-O-O")
    );
}
