//! Tests the drawing and the JSON of a position.

use referee_games::{Position, terminal};
use serde_json::json;

use super::position;

const PICTURE: &str = "
               +---+
 1             | A |                           A to move
               |   +-------+-------+-------+
 2             |   |       |       | B   A |   player A
               |   |       |       |       |     points       27
 3             |   |       |       |       |     marbles left 16
       +-------+---+-------+-------+       |     last marble  h7
 4     | B   B |           |     A |     A |
   +---+       +-----------+-------+-------+   player B
 5 | A |     B | B   A     |       | A   A |     points       8
   |   +-------+           |       +-------+     marbles left 16
 6 | A | A     | A         |     B |       |     last marble  h6
   +---+       +-----------+---+---+       |
 7     |       |           |   | A |       |
       +-------+           |   |   |       |
 8             |           |   |   |       |
               +-----------+   +---+-------+
 9             |           |   |
               +-----------+---+
10

     a   b   c   d   e   f   g   h   i   j";

fn middle() -> Box<dyn Position> {
    position(
        "d1 j2 h4 j4 a5 e5 i5 j5 d6 a6 b6 h7",
        "i2 b4 c4 c5 d5 h6",
        "A h6 h7 16,16",
    )
}

#[test]
fn tiles_are_outlined() {
    let drawn = terminal::draw(&middle().scene());
    assert_eq!(drawn.join("\n"), PICTURE.trim_start_matches('\n'));
}

#[test]
fn the_end_is_told() {
    let drawn = terminal::draw(&position("e2", "", "B e2 - 27,0").scene());
    assert!(drawn[1].ends_with("over: marbles"), "{}", drawn[1]);
}

#[test]
fn structured_view() {
    let expected = json!({
        "tiles": [
            "...a......", "...abbccdd", "...abbccdd", ".ffhhhiidd", "effjjjkkll",
            "eggjjjkkqq", ".ggmmmnoqq", "...mmmnoqq", "...pppn...", "..........",
        ],
        "marbles": [
            "...A......", "........BA", "..........", ".BB....A.A", "A.BBA...AA",
            "AA.A...B..", ".......A..", "..........", "..........", "..........",
        ],
        "player": "A",
        "last": "h6",
        "own": "h7",
        "left": {"A": 16, "B": 16},
        "points": {"A": 27, "B": 8},
    });
    assert_eq!(middle().view(), expected);
    let start = position("", "", "A - - 28,28").view();
    assert!(start["last"].is_null() && start["own"].is_null());
}
