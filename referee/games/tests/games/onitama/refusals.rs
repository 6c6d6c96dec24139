//! Tests the explanations of illegal moves.

use super::position;

/// A position in which most rules can be broken.
const CROWD: &str = "bbB.b/..W../..b../..a.a/.aAa. A 20 tiger right crab hook mantis";
/// B is on turn; the wall is in a corner.
const CORNER: &str = "W.B../...../..b../...../..A.. B 20 tiger right crab hook mantis";
/// There is no wall.
const BARE: &str = "..B../...../...../....a/..A.. A 20 tiger right crab hook mantis";
/// No pawn of A can move.
const STUCK: &str = "..B.A/...../..W../...../..... A 20 right right crab hook mantis";
/// The wall is between the general's square and the opponent's base.
const NARROW: &str = "....B/..W../.A.b./...../..... A 20 right tiger crab hook mantis";

const REFUSED: [(&str, &str, &str); 30] = [
    (
        CROWD,
        "",
        "\"\" isn't written as a move: six characters for card, from, to and wall, such as 1e4d3r, \
         or 1XXXXs when no pawn can move",
    ),
    (
        CROWD,
        "1d3b3",
        "\"1d3b3\" isn't written as a move: six characters for card, from, to and wall, such as \
         1e4d3r, or 1XXXXs when no pawn can move",
    ),
    (
        CROWD,
        "1d3\u{e9}3",
        "\"1d3\\u00e93\" isn't written as a move: six characters for card, from, to and wall, such \
         as 1e4d3r, or 1XXXXs when no pawn can move",
    ),
    (CROWD, "3e3d3s", "there is no card \"3\", only 1 and 2"),
    (CROWD, "\"e3d3s", "there is no card \"\\\"\", only 1 and 2"),
    (
        CROWD,
        "1f3d3s",
        "there is no square \"f3\": rows are a to e from the top, columns 1 to 5",
    ),
    (
        CROWD,
        "1d3d6s",
        "there is no square \"d6\": rows are a to e from the top, columns 1 to 5",
    ),
    (
        CROWD,
        "1XXXXs",
        "XX is only for a turn in which no pawn can move, but card 1 takes the pawn on d5 to b5",
    ),
    (
        CROWD,
        "1d3XXs",
        "XX is only for a turn in which no pawn can move, but card 1 takes the pawn on d5 to b5",
    ),
    (
        STUCK,
        "1a5b5s",
        "no pawn of A can move with either card, so both squares are written XX",
    ),
    (
        STUCK,
        "1XXb5s",
        "no pawn of A can move with either card, so both squares are written XX",
    ),
    (CROWD, "1a1b1s", "the pawn on a1 is B's, and A is on turn"),
    (CROWD, "1b3c3s", "the wall stands on b3, not a pawn of A"),
    (CROWD, "1c1b1s", "c1 is empty, no pawn of A stands there"),
    (
        CROWD,
        "1d3c3s",
        "card 1 doesn't take a pawn from d3 to c3; from d3 it reaches only b3 e3",
    ),
    (
        CORNER,
        "1a3a4s",
        "card 1, turned by 180 degrees for B, doesn't take a pawn from a3 to a4; from a3 it \
         reaches only a1 a5 b3",
    ),
    (
        "b.B.a/...../..W../...../..A.. A 20 tiger right crab hook mantis",
        "2a5a4s",
        "card 2 doesn't take a pawn from a5 to a4; from a5 it reaches no square of the board",
    ),
    (CROWD, "1d3e3s", "A has another pawn on e3 already"),
    (
        CROWD,
        "1d3b3s",
        "the wall stands on b3, where no pawn may go",
    ),
    (
        CROWD,
        "2d3c3x",
        "the wall can't go \"x\", only u (up), l (left), d (down), r (right) or s (stay)",
    ),
    (
        NARROW,
        "1c2b2x",
        "the wall can't go \"x\", only u (up), l (left), d (down), r (right) or s (stay)",
    ),
    (
        BARE,
        "2d5c5u",
        "there is no wall on this board, so a move ends in s, not u",
    ),
    (
        CORNER,
        "1c3d3u",
        "the wall on a1 would leave the board by u",
    ),
    (
        CORNER,
        "1c3d3l",
        "the wall on a1 would leave the board by l",
    ),
    (
        CROWD,
        "2d5c5u",
        "u takes the wall from b3 to a3, a base, which the wall never enters",
    ),
    (
        CROWD,
        "2d5c5d",
        "d takes the wall from b3 to c3, where a pawn of B stands",
    ),
    (
        NARROW,
        "1c2b2u",
        "u takes the wall from b3 to a3, a base, which the wall never enters",
    ),
    (
        NARROW,
        "1c2b2l",
        "l takes the wall from b3 to b2, where A's own general stands after this move",
    ),
    (STUCK, "3XXXXs", "there is no card \"3\", only 1 and 2"),
    (
        "....A/....W/...../..B../..... A 20 right right crab hook mantis",
        "1XXXXu",
        "u takes the wall from b5 to a5, where A's own general stands after this move",
    ),
];

#[test]
fn explanations_name_the_rule() {
    for (before, notation, expected) in REFUSED {
        let why = position(before).explain(notation).unwrap_or_default();
        let why = why
            .split_once("; legal: ")
            .map_or(why.as_str(), |(why, _)| why);
        assert_eq!(why, expected, "{notation:?} in {before}");
    }
}
