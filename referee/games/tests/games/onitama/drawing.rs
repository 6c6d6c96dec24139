//! Tests the exam's drawing and log, the JSON view and the mirror image.

use referee_games::Seat;
use referee_games::terminal;
use serde_json::json;

use super::{line, position};

const A_ON_TURN: &str = "bbBbb/...../....W/...../aaAaa A 20 crane wings crab rise tiger";

const A_DRAWN: &str = "
Number of turns left: 20
                        Player B
                          Card 1   Card 2
  +---+---+---+---+---+    .....    .....
a | b | b | B | b | b |    .....    ...x.
  +---+---+---+---+---+    x.o.x    ..o..    Side card
b |   |   |   |   |   |    ..x..    .x...    ..x..
  +---+---+---+---+---+    .....    .....    .....   ^
c |   |   |   |   | W |                      ..o..   ^
  +---+---+---+---+---+    .....    .....    ..x..   ^
d |   |   |   |   |   |    ..x..    x...x    .....
  +---+---+---+---+---+    ..o..    ..o..
e | a | a | A | a | a |    .x.x.    .....
  +---+---+---+---+---+    .....    .....
    1   2   3   4   5     Card 1   Card 2
                        Player A";

const B_DRAWN: &str = "
Number of turns left: 19
                        Player B
                          Card 1   Card 2
  +---+---+---+---+---+    .....    .....
a | b | b | B | b | b |    .....    ...x.
  +---+---+---+---+---+    x.o.x    ..o..    Side card
b |   |   |   |   | W |    ..x..    .x...    .....
  +---+---+---+---+---+    .....    .....    .x.x.   v
c |   |   |   |   |   |                      ..o..   v
  +---+---+---+---+---+    ..x..    .....    ..x..   v
d | a |   |   |   |   |    .....    x...x    .....
  +---+---+---+---+---+    ..o..    ..o..
e |   | a | A | a | a |    ..x..    .....
  +---+---+---+---+---+    .....    .....
    1   2   3   4   5     Card 1   Card 2
                        Player A";

#[test]
fn drawings_look_like_the_exam_s() {
    let mut position = position(A_ON_TURN);
    assert_eq!(
        terminal::draw(&position.scene()),
        A_DRAWN.lines().skip(1).collect::<Vec<_>>()
    );
    position.play("1e1d1u").expect("is legal");
    assert_eq!(
        terminal::draw(&position.scene()),
        B_DRAWN.lines().skip(1).collect::<Vec<_>>()
    );
}

const TOLD: [(&str, &str, &[&str]); 7] = [
    (
        A_ON_TURN,
        "1e1d1u",
        &["Player A, it is your turn.", "Card 1, e1->d1, W u"],
    ),
    (
        "..B.A/...../..W../...../..... A 20 right right crab hook mantis",
        "2XXXXs",
        &[
            "Player A, it is your turn.",
            "Card 2, XX->XX, W s",
            "There is no valid move.",
        ],
    ),
    (
        "..B../...../W..b./...a./..A.. B 9 right tiger crab hook mantis",
        "1c4d4d",
        &[
            "Player B, it is your turn.",
            "Card 1, c4->d4, W d",
            "Player B, you capture opponent's soldier. The soldier is removed from the board.",
        ],
    ),
    (
        "...B./...A./W..../...../..... A 9 right tiger crab hook mantis",
        "1b4a4l",
        &[
            "Player A, it is your turn.",
            "Card 1, b4->a4, W l",
            "Player A, you capture opponent's general. You win.",
        ],
    ),
    (
        "....B/..A../W..../...../..... A 9 right tiger crab hook mantis",
        "1b3a3s",
        &[
            "Player A, it is your turn.",
            "Card 1, b3->a3, W s",
            "Player A, your general reaches opponent's military base. You win.",
        ],
    ),
    (
        "..B../..A../W..../...../..... A 9 right tiger crab hook mantis",
        "1b3a3s",
        &[
            "Player A, it is your turn.",
            "Card 1, b3->a3, W s",
            "Player A, your general reaches opponent's military base. You win.",
        ],
    ),
    (
        "..b.B/..A../W..../...../..... A 9 right tiger crab hook mantis",
        "1b3a3s",
        &[
            "Player A, it is your turn.",
            "Card 1, b3->a3, W s",
            "Player A, your general reaches opponent's military base. You win.",
        ],
    ),
];

#[test]
fn moves_are_told_in_the_exam_s_words() {
    for (before, notation, told) in TOLD {
        assert_eq!(
            position(before).narrate(notation),
            told,
            "{notation} in {before}"
        );
        let effects = position(before).effects(notation);
        let last = told[told.len() - 1];
        let is_more = last.contains("you capture") || last.contains("reaches");
        assert_eq!(effects.is_some(), is_more, "{notation} in {before}");
    }
}

#[test]
fn views_hold_the_state_line_s_fields() {
    let expected = json!({
        "board": ["bbBbb", ".....", "....W", ".....", "aaAaa"],
        "player": "A",
        "turns_left": 20,
        "cards": {
            "A": [
                [".....", "..x..", "..o..", ".x.x.", "....."],
                [".....", "x...x", "..o..", ".....", "....."],
            ],
            "B": [
                [".....", "..x..", "x.o.x", ".....", "....."],
                [".....", "...x.", "..o..", ".x...", "....."],
            ],
            "side": ["..x..", ".....", "..o..", "..x..", "....."],
        },
    });
    assert_eq!(position(A_ON_TURN).view(), expected);
}

#[test]
fn the_mirror_swaps_left_and_right() {
    let before = position("b.B../W..../...../.a.../..A.. B 9 edge crab crane tiger right");
    let mirrored = "..B.b/....W/...../...a./..A.. B 9 x...o/...../..x../...../..... \
        crab crane tiger ...../..x../.xo../...../.....";
    assert_eq!(before.symmetries(), [line(mirrored)]);
    let even = position("..B../..W../...../.a.a./..A.. B 9 crab crane tiger wings mantis");
    assert_eq!(even.symmetries(), [""; 0]);
}

#[test]
fn the_last_line_is_that_of_the_exam() {
    let position = referee_games::find("onitama")
        .expect("the game exists")
        .rules(&std::collections::BTreeMap::new())
        .expect("the defaults are right")
        .start();
    let said = |winner, fault| position.farewell(winner, fault).expect("a line");
    assert_eq!(said(None, None), "The game is tied");
    assert_eq!(said(Some(Seat::B), None), "Player B win.");
    assert_eq!(
        said(Some(Seat::A), Some("illegal-move")),
        "Player A win as player B input invalid."
    );
    assert_eq!(
        said(Some(Seat::B), Some("timeout")),
        "Player B win as player A has programming error."
    );
}
