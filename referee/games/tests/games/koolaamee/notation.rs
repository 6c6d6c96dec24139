//! Tests invalid state lines, and unusual ones that are valid.

use super::{line, rules};

/// Returns a valid line with the first occurrence of `from` replaced.
fn changed(from: &str, to: &str) -> String {
    let line = line("e2", "e4", "A e4 e2 27,27");
    assert!(line.contains(from), "{from}");
    line.replacen(from, to, 1)
}

/// Returns the error for an invalid line.
fn refusal(line: &str) -> String {
    match rules("classic").read(line) {
        Ok(_) => panic!("{line} was read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn refused_tiles() {
    let row = "expected 10 characters: a to q for tiles, . elsewhere";
    let tile = "expected a filled rectangle of 2x3, 2x2, 1x3 or 1x2";
    let table = [
        (".......... ", " ", "TILES row 10: found \"\", ", row),
        (
            "/.......... ",
            " ",
            "TILES: found 9 rows, ",
            "expected 10 rows with / between them",
        ),
        (
            "..a....",
            "..a...",
            "TILES row 1: found \"...a.....\", ",
            row,
        ),
        ("ppp", "ppr", "TILES row 9: found \"...pprn...\", ", row),
        ("ppp", "pé", "TILES row 9: found \"...p\\u00e9n...\", ", row),
        (
            "..a..",
            "...a.",
            "TILES tile a: found 3 squares of another shape, ",
            tile,
        ),
        (".ppp", "pppp", "TILES tile p: found 1x4, ", tile),
        ("ppp", "...", "TILES tile p: found no square, ", tile),
        (
            "ppp",
            "pp.",
            "TILES: found 5 tiles of 1x2, ",
            "expected at most 4 of that size",
        ),
    ];
    for (from, to, found, expected) in table {
        assert_eq!(refusal(&changed(from, to)), format!("{found}{expected}"));
    }
}

#[test]
fn refused_fields() {
    let table = [
        (
            "A e4 e2 27,27",
            "A e4 e2",
            "state: found 5 fields, expected 6: TILES MARBLES PLAYER LAST OWN LEFT_A,LEFT_B",
        ),
        (
            "...A...",
            "...C...",
            "MARBLES row 2: found \"....C.....\", \
             expected 10 characters: A or B for marbles, . elsewhere",
        ),
        (
            " .......",
            " B......",
            "MARBLES square a1: found \"B\", expected ., as no tile is there",
        ),
        ("A e4", "C e4", "PLAYER: found \"C\", expected A or B"),
        (
            "e4 e2",
            "- e2",
            "LAST: found \"-\", expected the square of a marble of B, like e4",
        ),
        (
            "e4 e2",
            "e2 e2",
            "LAST: found \"e2\", expected the square of a marble of B, like e4",
        ),
        (
            "e4 e2",
            "x e2",
            "LAST: found \"x\", expected the square of a marble of B, like e4",
        ),
        (
            "e4 e2",
            "e4 e4",
            "OWN: found \"e4\", expected the square of a marble of A, like e2",
        ),
        (
            "B",
            ".",
            "LAST: found \"e4\", expected -, as B has no marble on the board",
        ),
        (
            "27,27",
            "27",
            "LEFT_A,LEFT_B: found \"27\", expected two numbers with a comma between them",
        ),
        (
            "27,27",
            "28,27",
            "LEFT_A: found \"28\", expected a number from 0 to 27 beside 1 on the board",
        ),
        (
            "27,27",
            "27,-1",
            "LEFT_B: found \"-1\", expected a number from 0 to 27 beside 1 on the board",
        ),
    ];
    for (from, to, expected) in table {
        assert_eq!(refusal(&changed(from, to)), expected);
    }
}

#[test]
fn more_marbles_than_a_side_has() {
    let many =
        "d1 d2 d3 e2 f2 g2 h2 i2 j2 e3 f3 g3 h3 i3 j3 i4 j4 b4 c4 d4 e4 f4 g4 h4 a5 b5 c5 d5";
    assert!(
        rules("classic")
            .read(&line("", many, "A d5 - 28,0"))
            .is_ok()
    );
    let line = line("", &format!("{many} e5"), "A d5 - 28,0");
    assert_eq!(
        refusal(&line),
        "MARBLES: found 29 of B, expected at most 28"
    );
}

#[test]
fn odd_lines_are_read() {
    for fields in [
        // Nobody has moved yet, and B is on turn; marbles are missing.
        ("", "", "B - - 3,0"),
        // One side has moved three times, the other never.
        ("e2 e3 f2", "", "A - f2 0,28"),
        // Both last marbles are on one tile.
        ("e2", "e3", "A e3 e2 27,27"),
    ] {
        let line = line(fields.0, fields.1, fields.2);
        let read = rules("classic").read(&line).expect(&line);
        assert_eq!(read.line(), line);
    }
    let padded = line("", "", "A - - 007,028");
    let read = rules("random").read(&padded).expect(&padded);
    assert_eq!(read.line(), line("", "", "A - - 7,28"));
}
