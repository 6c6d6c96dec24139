//! Tests Koolaamee: legal moves, endings, explanations.

mod boards;
mod draft;
mod notation;
mod picture;

use std::collections::BTreeMap;

use referee_games::{Ending, GameKind, Position, Rules, Seat, Turn, find};

use crate::laws;

/// The field TILES of the classic board.
const CLASSIC: &str = "...a....../...abbccdd/...abbccdd/.ffhhhiidd/effjjjkkll/\
                       eggjjjkkqq/.ggmmmnoqq/...mmmnoqq/...pppn.../..........";

fn kind() -> &'static dyn GameKind {
    find("koolaamee").expect("it is registered")
}

fn rules(board: &str) -> Box<dyn Rules> {
    let given = BTreeMap::from([("board".to_owned(), board.to_owned())]);
    kind().rules(&given).expect(board)
}

/// Returns a state line on the classic board, from the squares of A, the squares of B, and the fields after
/// MARBLES.
fn line(a: &str, b: &str, fields: &str) -> String {
    let mut rows = vec![vec!['.'; 10]; 10];
    for (letter, squares) in [('A', a), ('B', b)] {
        for square in squares.split_whitespace() {
            let (column, row) = square.split_at(1);
            let row: usize = row.parse().expect(square);
            rows[row - 1]["abcdefghij".find(column).expect(square)] = letter;
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    format!("{CLASSIC} {} {fields}", rows.join("/"))
}

fn position(a: &str, b: &str, fields: &str) -> Box<dyn Position> {
    let line = line(a, b, fields);
    rules("classic").read(&line).expect(&line)
}

#[test]
fn laws_hold_on_random_boards() {
    laws::check(kind(), &[("board", "random")], 200);
}

#[test]
fn legal_squares() {
    let table = [
        // The row and the column of the last marble, across all gaps, without the marble's own tile.
        ("e2", "", "B e2 - 27,28", "d2 g2 h2 i2 j2 e4 e5 e6 e7 e8 e9"),
        // Without the tile of the player's own last marble, and without occupied squares.
        ("e2", "e7", "A e7 e2 27,27", "b7 c7 g7 h7 i7 j7 e4 e5 e6 e9"),
        ("e2 j7", "e7", "B j7 e7 26,27", "j2 j3 j4 b7 c7 g7 h7 j5"),
        // An unusual start: there is no last marble to be in line with.
        ("", "", "B - - 1,1", ""),
        // No marbles left.
        ("e2", "", "B e2 - 27,0", "over"),
    ];
    for (a, b, fields, expected) in table {
        let legal = position(a, b, fields).legal();
        match expected {
            "" => assert_eq!(legal.len(), 64, "{fields}"),
            "over" => assert!(legal.is_empty(), "{fields}"),
            _ => {
                let mut expected: Vec<&str> = expected.split(' ').collect();
                expected.sort_by_key(|square| (square[1..].parse::<u8>().ok(), *square));
                assert_eq!(legal, expected, "{fields}");
            }
        }
    }
}

#[test]
fn ends_and_points() {
    // The column of d1 is full: tile a is B's, h is A's, j and m are tied, p is B's.
    let (a, b) = ("d4 d5 d7", "d1 d6 d8 d9");
    let table = [
        ("e2 e3", "f2 g2", "A g2 e3 0,5", "marbles", [4, 4]),
        ("d1", "i2", "B d1 i2 3,0", "marbles", [3, 6]),
        ("d4", "e4", "A e4 d4 0,0", "marbles", [0, 0]),
        ("", "", "B - - 28,0", "marbles", [0, 0]),
        (a, b, "A d1 d4 25,24", "blocked", [3, 6]),
        // If both reasons apply, `marbles` is named.
        (a, b, "A d1 d4 0,24", "marbles", [3, 6]),
        // The last free square is on the tile of the player's own last marble.
        (
            "d4 d5 d7 e9",
            "d1 d6 d8",
            "A d1 e9 24,25",
            "blocked",
            [6, 3],
        ),
    ];
    for (a, b, fields, reason, [points_a, points_b]) in table {
        let score = vec![(Seat::A, points_a), (Seat::B, points_b)];
        let places = match points_a.cmp(&points_b) {
            std::cmp::Ordering::Less => [2, 1],
            std::cmp::Ordering::Equal => [1, 1],
            std::cmp::Ordering::Greater => [1, 2],
        };
        let ending = Ending {
            reason: reason.into(),
            places: vec![(Seat::A, places[0]), (Seat::B, places[1])],
            score: Some(score),
        };
        assert_eq!(
            position(a, b, fields).turn(),
            Turn::Over(ending),
            "{fields}"
        );
    }
}

#[test]
fn the_turn_passes_with_the_last_move() {
    let mut position = position("e2", "e7", "A e7 e2 1,0");
    assert_eq!(position.play("e9").as_deref(), Some("e9"));
    assert_eq!(position.line(), line("e2 e9", "e7", "B e9 e7 0,0"));
    assert!(matches!(position.turn(), Turn::Over(_)));
}

#[test]
fn bounds_of_the_moves_left() {
    let table = [
        ("A - - 28,28", 56),
        ("B - - 28,28", 56),
        ("A - - 3,28", 6),
        ("A - - 28,3", 7),
        ("B - - 0,2", 1),
        ("A - - 0,2", 0),
    ];
    for (fields, expected) in table {
        assert_eq!(position("", "", fields).max_plies(), expected, "{fields}");
    }
}

#[test]
fn explanations() {
    let position = position("e2", "e4", "A e4 e2 27,27");
    let shape = "is no square: write a column a to j and a row 1 to 10, like e4";
    let table = [
        ("", format!("\"\" {shape}")),
        ("E5", format!("\"E5\" {shape}")),
        ("k1", format!("\"k1\" {shape}")),
        ("a11", format!("\"a11\" {shape}")),
        ("e05", format!("\"e05\" {shape}")),
        ("e5\n", format!("\"e5\\u000a\" {shape}")),
        ("é1", format!("\"\\u00e91\" {shape}")),
        (
            "j10",
            "there is no tile on j10, and a marble goes on a tile's square".into(),
        ),
        ("e2", "a marble of A is on e2 already".into()),
        ("e4", "a marble of B is on e4 already".into()),
        (
            "a5",
            "a5 is neither in the row nor in the column of B's last marble e4".into(),
        ),
        (
            "d4",
            "d4 is on tile h, the same as B's last marble e4".into(),
        ),
        (
            "e3",
            "e3 is on tile b, the same as your own last marble e2".into(),
        ),
    ];
    for (notation, expected) in table {
        let why = position.explain(notation).expect(notation);
        assert_eq!(why.split("; legal: ").next(), Some(expected.as_str()));
    }
    assert_eq!(position.explain("e5"), None);
    assert_eq!(position.narrate("e5"), ["A puts a marble on e5, tile j"]);
}
