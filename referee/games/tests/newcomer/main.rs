//! Tests an example of a new game: a game in one file that isn't registered, and the checks that it must
//! pass.

#[path = "../laws/mod.rs"]
mod laws;
mod tictactoe;

use std::collections::BTreeMap;

use referee_games::{GameKind, Rules, Seat, Turn, registry, terminal};

/// Returns the list of this test's games. A game that is added to the project is listed in `games()` instead.
fn games() -> &'static [&'static dyn GameKind] {
    registry![tictactoe::TicTacToe]
}

fn rules() -> Box<dyn Rules> {
    games()[0].rules(&BTreeMap::new()).expect("defaults")
}

#[test]
fn it_keeps_the_laws() {
    laws::check(games()[0], &[], 200);
}

#[test]
fn perft() {
    let start = rules().start();
    // Some games end with the fifth mark, so fewer than 9·8·7·6·5·4 sequences have a sixth.
    for (depth, figure) in (1..).zip([9, 72, 504, 3_024, 15_120, 54_720]) {
        assert_eq!(start.perft(depth), figure, "depth {depth}");
    }
}

#[test]
fn ends() {
    for (line, reason, winner) in [
        ("AAA/BB./... B", "line", Some(Seat::A)),
        ("A.B/AB./B.A A", "line", Some(Seat::B)),
        ("ABA/ABB/BAA B", "full", None),
    ] {
        let Turn::Over(ending) = rules().read(line).expect(line).turn() else {
            panic!("{line} is not over");
        };
        assert_eq!(ending.reason, reason);
        let place = |seat| {
            if winner.is_none_or(|w| w == seat) {
                1
            } else {
                2
            }
        };
        assert_eq!(
            ending.places,
            [Seat::A, Seat::B].map(|seat| (seat, place(seat)))
        );
    }
}

#[test]
fn refusals() {
    let why = |line: &str| rules().read(line).err().map(|error| error.to_string());
    let shape = "three rows of three characters with / between them";
    for (line, expected) in [
        ("... A", format!("BOARD: found \"...\", expected {shape}")),
        (
            "../..../... A",
            format!("BOARD: found \"../..../...\", expected {shape}"),
        ),
        (
            "..x/.../... A",
            "BOARD: found \"..x/.../...\", expected only A, B and .".into(),
        ),
        (
            "AAA/BBB/... A",
            "BOARD: found \"AAA/BBB/...\", expected three in a row for one player at most".into(),
        ),
        (
            ".../.../... C",
            "PLAYER: found \"C\", expected A or B".into(),
        ),
    ] {
        assert_eq!(why(line), Some(expected));
    }
    let position = rules().read("A../.../... B").expect("a position");
    let explained = |notation| position.explain(notation).unwrap_or_default();
    assert_eq!(explained("a1"), "a1 is taken; legal: b1 c1 a2");
    assert!(explained("a4").starts_with("\"a4\" is no square: write a1 to c3; legal: "));
}

#[test]
fn drawing() {
    let position = rules().read("A../.B./... A").expect("a position");
    let drawn = terminal::draw(&position.scene());
    assert_eq!(
        drawn,
        [
            "  +---+---+---+",
            "1 | A |   |   |",
            "  +---+---+---+",
            "2 |   | B |   |",
            "  +---+---+---+",
            "3 |   |   |   |",
            "  +---+---+---+",
            "    a   b   c",
        ]
    );
}
