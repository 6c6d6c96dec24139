//! State lines that are refused.

use super::{START, rules};

#[test]
fn refused_lines() {
    let table = [
        ("", "state: found 0 fields, expected 6"),
        (
            &START.replace(" 0 1", " e2e4 e7e5"),
            "state: found \"e2e4 e7e5\", expected FEN with six fields, or operations",
        ),
        (
            &START.replace(" 0 1", " hmvc 3; hmvc 4;"),
            "hmvc: found \" hmvc 4\", expected one number, once",
        ),
        (
            &START.replace(" 0 1", " hmvc;"),
            "hmvc: found \"hmvc\", expected one number, once",
        ),
        (
            "8/8/8/3kK3/8/8/P7/8 w - - 0 1",
            "expected kings that don't stand side by side",
        ),
        (
            &format!("{START} {0}{0}e2e4", "g1f3 g8f6 f3g1 f6g8 "),
            "move 9: found \"e2e4\", expected no move, as the game is drawn: threefold",
        ),
        ("8/8/8/8/8/8/8/8 w", "state: found 2 fields, expected 6"),
        (
            "8/8/8/8/8/8/8 w - - 0 1",
            "BOARD: found \"8/8/8/8/8/8/8\", expected 8 rows",
        ),
        (
            "9/8/8/8/8/8/8/8 w - - 0 1",
            "BOARD row 8: found \"9\", expected 8 squares",
        ),
        ("x7/8/8/8/8/8/8/8 w - - 0 1", "BOARD row 8: found \"x7\""),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "expected one king of each colour",
        ),
        (
            "kk6/8/8/8/8/8/8/7K w - - 0 1",
            "expected one king of each colour",
        ),
        (
            "k7/8/8/8/8/8/8/P6K w - - 0 1",
            "expected no pawn on the first or the eighth row",
        ),
        (
            "k6R/8/8/8/8/8/8/7K w - - 0 1",
            "expected the king of the player who doesn't move out of check",
        ),
        (
            "k7/8/8/8/8/8/8/7K x - - 0 1",
            "TURN: found \"x\", expected w or b",
        ),
        (
            "k7/8/8/8/8/8/8/7K w K - 0 1",
            "CASTLING: found \"K\", expected a rook for each right",
        ),
        (
            "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1",
            "others castle with variant=960",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
            "each right to castle once",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KQkqK - 0 1",
            "letters of KQkq, or files",
        ),
        ("k7/8/8/8/8/8/8/7K w - e3 0 1", "EN-PASSANT: found \"e3\""),
        ("k7/8/8/8/8/8/8/7K w - i9 0 1", "EN-PASSANT: found \"i9\""),
        (
            "k7/8/8/8/8/8/8/7K w - - 101 1",
            "CLOCK: found \"101\", expected a number from 0 to 100",
        ),
        (
            "k7/8/8/8/8/8/8/7K w - - 0 0",
            "NUMBER: found \"0\", expected a number from 1 to 65535",
        ),
        (
            &format!("{START} e2e4 e2e4"),
            "move 2: found \"e2e4\", expected a legal move",
        ),
    ];
    for (line, expected) in table {
        let error = rules("standard").read(line).err();
        let error = error
            .unwrap_or_else(|| panic!("{line} was read"))
            .to_string();
        assert!(error.contains(expected), "{line}: {error}");
    }
}
